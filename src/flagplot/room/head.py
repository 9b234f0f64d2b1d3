"""HEAD requests: they are answered like GET, without a body."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Litestar
from litestar.types import Message


class Headed(Litestar):
    """An application that answers HEAD wherever it answers GET."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await super().__call__(scope, receive, send)
            return
        answered, asked = asyncio.Event(), False

        async def heard() -> Any:
            """Return the request once, then a disconnect. A stream then ends after its head."""
            nonlocal asked
            if not asked:
                asked = True
                return await receive()
            await answered.wait()
            return {"type": "http.disconnect"}

        async def head(message: Message) -> None:
            if message["type"] == "http.response.start":
                await send(message)
                await send({"type": "http.response.body", "body": b"", "more_body": False})
                answered.set()

        await super().__call__(scope | {"method": "GET"}, heard, head)
