"""Discovery: the laboratory looks for better heuristics itself, and checks what it finds.

`make_labels` draws positions from games of strong players, labels them and keeps them in a file;
`load` gives them as arrays, with the values of any heuristics.
"""

from lastknight.discovery.label_arrays import Labels, load
from lastknight.discovery.make_labels import make_labels
from lastknight.discovery.recipe import LabelRecipe

__all__ = ["LabelRecipe", "Labels", "load", "make_labels"]
