"""The table: games played in a browser, by people and bots; a small server and what the browser runs."""
