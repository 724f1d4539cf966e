"""Pictures are kept under their hash, whole or not at all, and dropped by rule in a way that can be told."""

from __future__ import annotations

import hashlib
import os
import resource
import threading

import pytest

from controller.pictures import DROPPED, PictureError, Pictures, pictures_folder

DAY = 86_400


def aged(pictures: Pictures, content: bytes, days: float, now: float = 1_000_000_000.0) -> str:
    digest = pictures.keep(content)
    os.utime(pictures.path(digest), (now - days * DAY, now - days * DAY))
    return digest


def keeper(folder, **options) -> Pictures:
    return Pictures(folder, wall=lambda: 1_000_000_000.0, **options)


def test_a_picture_is_kept_under_the_hash_of_its_bytes(tmp_path):
    pictures = Pictures(tmp_path / "evening-pictures")
    digest = pictures.keep(b"two dice")
    assert digest == hashlib.sha256(b"two dice").hexdigest()
    assert pictures.load(digest) == b"two dice"
    assert pictures.path(digest).name == digest + ".jpg"
    assert pictures.keep(b"two dice") == digest
    assert [entry.name for entry in (tmp_path / "evening-pictures").iterdir()] == [digest + ".jpg"]


def test_the_folder_lies_beside_the_ledger(tmp_path):
    assert pictures_folder(tmp_path / "evening.db") == tmp_path.resolve() / "evening-pictures"


def test_a_name_that_is_no_hash_never_becomes_a_path(tmp_path):
    pictures = Pictures(tmp_path)
    for name in ("../../etc/passwd", "", "A" * 64, "0" * 63, "0" * 64 + "\n", "0" * 64 + "/.."):
        with pytest.raises(PictureError):
            pictures.path(name)


def test_a_changed_or_missing_picture_is_not_given_out(tmp_path):
    pictures = Pictures(tmp_path)
    digest = pictures.keep(b"two dice")
    pictures.path(digest).write_bytes(b"other dice")
    with pytest.raises(PictureError, match="changed"):
        pictures.load(digest)
    assert pictures.keep(b"two dice") == digest and pictures.load(digest) == b"two dice"
    pictures.path(digest).unlink()
    with pytest.raises(PictureError, match="not kept"):
        pictures.load(digest)


def test_old_ones_go_after_days_and_are_written_down(tmp_path):
    pictures = keeper(tmp_path, days=30)
    old, young = aged(pictures, b"old", 31), aged(pictures, b"young", 29)
    assert pictures.sweep() == 1
    assert pictures.dropped() == {old}
    assert (tmp_path / DROPPED).read_text() == f"{old} 1000000000 days\n"
    assert not pictures.path(old).exists() and pictures.path(young).exists()
    assert pictures.sweep() == 0


def test_the_oldest_go_beyond_the_megabytes(tmp_path):
    pictures = keeper(tmp_path, days=None, megabytes=0.0025)
    kept = [aged(pictures, bytes([n]) * 1000, days=10 - n) for n in range(4)]
    assert pictures.sweep() == 2
    assert pictures.dropped() == set(kept[:2])
    assert [pictures.path(digest).exists() for digest in kept] == [False, False, True, True]


def test_keeping_tidies_by_itself_and_never_drops_the_new_one(tmp_path):
    pictures = Pictures(tmp_path, megabytes=0.001)
    last = [pictures.keep(os.urandom(900)) for _ in range(60)][-1]
    assert pictures.load(last)
    assert len(list(tmp_path.glob("*.jpg"))) <= 22


def test_a_picture_larger_than_all_the_room_is_still_there_when_its_record_is_written(tmp_path):
    pictures = Pictures(tmp_path, megabytes=0.0001)
    assert pictures.load(pictures.keep(os.urandom(5000)))


def test_what_others_put_into_the_folder_is_left_alone(tmp_path):
    (tmp_path / "holiday.jpg").write_bytes(b"x" * 5000)
    os.utime(tmp_path / "holiday.jpg", (1, 1))
    assert keeper(tmp_path, days=1, megabytes=0.0001).sweep() == 0
    assert (tmp_path / "holiday.jpg").exists()


def test_a_full_disk_leaves_no_half_picture(tmp_path):
    pictures = Pictures(tmp_path)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(PictureError, match="could not be kept"):
            pictures.keep(os.urandom(50_000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert list(tmp_path.iterdir()) == []
    assert pictures.keep(b"again")


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(PictureError, match="could not be kept"):
        Pictures(tmp_path / "file" / "pictures").keep(b"x")


def test_several_threads_may_keep_at_once(tmp_path):
    pictures = Pictures(tmp_path)
    threads = [threading.Thread(target=lambda n=n: pictures.keep(b"%d" % (n % 3))) for n in range(24)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(list(tmp_path.iterdir())) == 3
