"""The bounded reader of expressions: text that is typed becomes a tree, and none of it is run."""
