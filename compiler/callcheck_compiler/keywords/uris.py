"""URIs in one spelling, so that an identifier and a reference to it are the same text."""

from __future__ import annotations

from urllib.parse import urldefrag, urljoin, urlparse, urlunparse


def resolved(base: str, reference: str) -> str:
    """The URI that a reference names from a base, without its fragment (RFC 3986, sections 5.2 and 6.2.2).

    The scheme is in lower case, and what is there but empty (`?`, `;`) is left out. Raises ValueError for what is no URI
    reference.
    """
    return urlunparse(urlparse(urldefrag(urljoin(base, reference))[0]))


def spelled(uri: str) -> str:
    """The URI of a document in the same spelling; what is no URI stays as it is, for no reference can name it."""
    try:
        return resolved("", uri)
    except ValueError:
        return uri
