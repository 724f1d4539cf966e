"""A believable table in numpy and OpenCV: dice that fly, bounce and come to rest, drawn as a camera would see them.

`physics` moves the dice, `throws` makes a script of one throw (with its trouble, if it has one), `felt` draws the
empty table, `render` draws dice, hands and objects over it, `sensor` turns light into pixels, `scenes` gives still
pictures with their truth (`places` and `leans` say where their dice stand), `sweeps` series of them in which one thing
changes, `outcomes` the table of what a reader made of a sweep. Everything is decided by a seed.

Lengths are millimetres. The world is right-handed: x to the right along the far edge, y away from the shooter
(up in the picture), z up from the felt; the origin is the near left corner of the play area.
"""
