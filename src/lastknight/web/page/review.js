// Looking for mistakes in a game: the server proves who wins after each ply, as far as it can, and
// says which moves gave a won position away.

import { isStop, listen } from "./server.js";

const SCORES = { 1: "win", 2: "loss" };

export class Review {
  #known = new Map();
  #stop = new AbortController();
  #line = "";
  state = "off";

  // `onchange` is called as plies become known.
  constructor(onchange) {
    this.onchange = onchange;
  }

  // Review the line looked at, unless that was done.
  look(tree) {
    const nodes = tree.line();
    const start = String(tree.root.position);
    const moves = tree.moves().join(",");
    if (this.#line === `${start} ${moves}`) return;
    this.stop();
    this.#line = `${start} ${moves}`;
    this.#stop = new AbortController();
    if (nodes.length > 1) this.#listen(nodes, { start, moves }, this.#stop.signal);
  }

  stop() {
    this.#stop.abort();
    this.#line = "";
  }

  isMistake(node) {
    return this.#about(node)?.mistake ?? false;
  }

  // A point of the graph for a node: its value is player 1's moves less player 2's, once both are placed.
  point(node) {
    const about = this.#about(node);
    const { position } = node;
    const winner = about?.winner ?? position.winner;
    const isPlaced = position.location(1) && position.location(2);
    const value = isPlaced ? position.legalMoves(1).length - position.legalMoves(2).length : null;
    return { node, score: SCORES[position.winner] ?? value, winner, isMistake: about?.mistake ?? false, best: about?.best_moves ?? [] };
  }

  #about(node) {
    return this.#known.get(keyOf(node)) ?? null;
  }

  async #listen(nodes, parameters, signal) {
    this.state = "running";
    try {
      for await (const { event, data } of listen("/api/review", parameters, { signal })) {
        if (event !== "ply") continue;
        this.#known.set(keyOf(nodes[data.ply]), data);
        this.onchange();
      }
      this.state = "done";
    } catch (error) {
      if (isStop(error) || signal.aborted) return;
      this.#line = "";
      this.state = "off";
    }
    this.onchange();
  }
}

// A move is a mistake or not by the position before it and the square it goes to.
function keyOf(node) {
  return `${node.parent?.position ?? ""} ${node.position}`;
}
