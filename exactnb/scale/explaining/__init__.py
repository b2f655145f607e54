"""Worked solutions for single rows of large inputs: the only room of `scale` that imports `explain`."""
