"""How the face network was made: a generator of faces, of things that are none, and the training run.

Nothing here is needed at run time. `README.md` tells the recipe.
"""
