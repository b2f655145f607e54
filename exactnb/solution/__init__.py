"""Problems, and their worked solutions: what is said, in which order, in which notation."""
