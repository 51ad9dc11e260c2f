"""An agent with the anthropic package, stopped by Tripwire: point it by its base URL, and catch the stop by its type.

Run it with:  tripwire run -- python3 anthropic-agent.py
"""

import os
import sys

from anthropic import Anthropic, APIStatusError

# `tripwire run` sets ANTHROPIC_BASE_URL. Anywhere else: http://127.0.0.1:4180/agents/NAME/anthropic
client = Anthropic(base_url=os.environ["ANTHROPIC_BASE_URL"])


def stop_of(error: APIStatusError) -> "str | None":
    """What Tripwire says, where the error is a stop; a stop is status 402 with this type."""
    body = error.body if isinstance(error.body, dict) else {}
    told = body.get("error")
    if isinstance(told, dict) and told.get("type") == "agent_stopped":
        return str(told.get("message"))
    return None


def main() -> int:
    try:
        answer = client.messages.create(
            model=os.environ.get("MODEL", "claude-sonnet-5"),
            max_tokens=500,
            messages=[{"role": "user", "content": "What is left to do?"}],
        )
    except APIStatusError as error:
        stopped = stop_of(error)
        if stopped is None:
            raise
        # Nothing helps but a person: the package doesn't repeat it, and neither should you.
        print(f"Stopped: {stopped}", file=sys.stderr)
        return 3
    print("".join(block.text for block in answer.content if block.type == "text"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
