// JSON-RPC over the standard input and output of a child process, framed as the Language Server Protocol has it.
"use strict";

const { spawn } = require("node:child_process");

class Connection {
  /** Starts a server; `onNotification(method, params)` and `onRequest(method, params)` hear what it says. */
  constructor(command, args, options, handlers) {
    this.handlers = handlers;
    this.waiting = new Map();
    this.next = 1;
    this.received = Buffer.alloc(0);
    this.closed = false;
    this.process = spawn(command, args, { ...options, stdio: ["pipe", "pipe", "pipe"] });
    this.process.stdout.on("data", (data) => this.take(data));
    this.process.stderr.on("data", (data) => handlers.onLog(String(data)));
    this.process.stdin.on("error", () => {}); // the server is gone: "exit" tells it
    this.process.on("error", (error) => this.end(error));
    this.process.on("exit", (code) => this.end(new Error(`the server ended with code ${code}`)));
  }

  end(error) {
    if (this.closed) return;
    this.closed = true;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
    this.handlers.onEnd(error);
  }

  send(message) {
    if (this.closed) return;
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }), "utf8");
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  notify(method, params) {
    this.send({ method, params });
  }

  request(method, params, token) {
    if (this.closed) return Promise.reject(new Error("the server is not running"));
    const id = this.next++;
    const answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.send({ id, method, params });
    token?.onCancellationRequested?.(() => this.notify("$/cancelRequest", { id }));
    return answer;
  }

  take(data) {
    this.received = Buffer.concat([this.received, data]);
    for (;;) {
      const head = this.received.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = /Content-Length: *(\d+)/i.exec(this.received.toString("ascii", 0, head));
      const start = head + 4;
      const end = start + Number(length?.[1] ?? 0);
      if (this.received.length < end) return;
      const body = this.received.toString("utf8", start, end);
      this.received = this.received.subarray(end);
      if (body) this.hear(JSON.parse(body));
    }
  }

  async hear(message) {
    if (message.method === undefined) {
      const waiting = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.error) waiting?.reject(new Error(message.error.message));
      else waiting?.resolve(message.result);
    } else if (message.id === undefined) {
      this.handlers.onNotification(message.method, message.params);
    } else {
      const result = await this.handlers.onRequest(message.method, message.params);
      this.send({ id: message.id, result: result ?? null });
    }
  }

  stop() {
    if (this.closed) return;
    this.request("shutdown", null).then(() => this.notify("exit"), () => {});
    setTimeout(() => this.process.kill(), 2000).unref?.();
  }
}

module.exports = { Connection };
