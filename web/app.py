"""The application factory."""

from __future__ import annotations

import secrets
from pathlib import Path

from flask import Flask, current_app, request
from flask_babel import Babel, get_locale
from markupsafe import Markup

from web import guard, host, odds, phone, sitting, streams, tv
from web.pages import Pages
from web.pin import keep_secret
from web.settings import LANGUAGES, Settings

#: Seconds for which a cookie is good: an evening and the night after.
COOKIE_LIFE_S = 36 * 3600


def create_app(table, settings: Settings) -> Flask:
    """The pages of one table.

    table: a started `controller.table.Table`, or what offers the same `submit`, `snapshot`, `subscribe`
    and `notice`. The application follows the table from `Server.start` on; without a server call
    `app.extensions["dicetable"].start()`. `app.extensions["dicetable"].pin.first` is the host's PIN when
    it was made just now, to be told to whoever started the program, else None.
    """
    app = Flask(__name__, static_folder="static", template_folder="templates")
    app.config.update(
        SECRET_KEY=_secret_key(settings.secrets / "web-secret"),
        TABLE_SETTINGS=settings,
        SESSION_COOKIE_NAME="dicetable",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=COOKIE_LIFE_S,
        SESSION_REFRESH_EACH_REQUEST=False,
        SEND_FILE_MAX_AGE_DEFAULT=0,
        BABEL_DEFAULT_LOCALE=settings.language,
    )
    Babel(app, default_locale=settings.language, locale_selector=chosen_language)
    app.extensions["dicetable"] = Pages(app, table, settings)
    app.jinja_env.filters["json_block"] = json_block
    app.jinja_env.globals["get_locale"] = get_locale
    guard.install(app)
    for blueprint in (tv.bp, phone.bp, sitting.bp, host.bp, odds.bp, streams.bp):
        app.register_blueprint(blueprint)
    return app


def json_block(text: str) -> Markup:
    """JSON as the content of a script element: no `<` in it can end the element or begin another."""
    return Markup(text.replace("<", "\\u003c"))


def chosen_language() -> str:
    """The language of this request: the switch, else what the browser wishes, else the table's."""
    chosen = request.cookies.get("language", "")
    if chosen in LANGUAGES:
        return chosen
    default = current_app.config["TABLE_SETTINGS"].language
    return request.accept_languages.best_match(LANGUAGES, default) or default


def _secret_key(path: Path) -> str:
    """The key that signs cookies, kept beside the ledger so that seats survive a restart."""
    try:
        kept = path.read_text(encoding="ascii").strip()
        if len(kept) >= 32:
            return kept
    except (OSError, UnicodeDecodeError):
        pass
    key = secrets.token_hex(32)
    keep_secret(path, key + "\n")
    return key
