"""The marks of the folders of files that commands write: what each is, and what wrote it."""

from __future__ import annotations

from exactnb.core.record import frozen


@frozen(slots=True)
class Mark:
    """A file that says whose a folder is: its `kind`, as in "a site", and what wrote it."""

    name: str
    kind: str
    writer: str

    @property
    def content(self) -> bytes:
        """Return what stands in the file."""
        return (
            f"{self.writer} wrote this folder, and replaces all of it when it is run again.\n".encode()
        )


SITE = Mark(".exactnb-site", "a site", "exactnb site")
EXPORT = Mark(".exactnb-export", "an export", "exactnb export")
VARIANTS = Mark(".exactnb-variants", "variants", "exactnb variants")
