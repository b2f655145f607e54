"""The display tree and how it is written.

What is printed is a tree of small frozen nodes in the order and form of the page: 2/4 stays 2/4.
"""
