"""An agent with the openai package, stopped by Tripwire: point it by its base URL, and catch the stop by its code.

Run it with:  tripwire run -- python3 openai-agent.py
"""

import os
import sys

from openai import APIStatusError, OpenAI

# `tripwire run` sets OPENAI_BASE_URL. Anywhere else: http://127.0.0.1:4180/agents/NAME/openai/v1
client = OpenAI(base_url=os.environ["OPENAI_BASE_URL"])


def main() -> int:
    messages = [{"role": "user", "content": "What is left to do?"}]
    try:
        answer = client.chat.completions.create(
            model=os.environ.get("MODEL", "gpt-4o-mini"), messages=messages
        )
    except APIStatusError as error:
        # A stop is status 400 with this code. The package doesn't repeat it, and neither should you.
        if error.code != "agent_stopped":
            raise
        print(f"Stopped: {error.message}", file=sys.stderr)
        return 3
    print(answer.choices[0].message.content)
    return 0


if __name__ == "__main__":
    sys.exit(main())
