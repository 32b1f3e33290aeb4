// Finds the mistakes of a game: the server proves who wins after each ply, as far as it can, and
// says which moves gave away a won position.

import { scoreOfWin } from "./evaluation_bar.js";
import { isStop, listen } from "./server.js";

export class Review {
  /** @type {Map<string, ReviewedPly>} */
  #known = new Map();
  #stop = new AbortController();
  #line = "";
  /** @type {"off" | "running" | "done"} */
  state = "off";

  /** @param {() => void} onchange called as plies become known */
  constructor(onchange) {
    this.onchange = onchange;
  }

  /**
   * Review the current line, unless that is done already.
   * @param {Variations} tree
   */
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

  /** @param {Ply} node */
  isMistake(node) {
    return this.#known.get(keyOf(node))?.mistake ?? false;
  }

  /**
   * The point of the graph for a node: player 1's legal moves minus player 2's, once both are
   * placed.
   * @param {Ply} node
   * @returns {GamePoint}
   */
  point(node) {
    const { position } = node;
    const reviewed = this.#known.get(keyOf(node));
    const isPlaced = position.location(1) && position.location(2);
    const mobility = isPlaced
      ? position.legalMoves(1).length - position.legalMoves(2).length
      : null;
    return {
      node,
      score: scoreOfWin(position.winner) ?? mobility,
      winner: reviewed?.winner ?? position.winner,
      isMistake: reviewed?.mistake ?? false,
      best: reviewed?.best_moves ?? [],
    };
  }

  /**
   * @param {Ply[]} nodes
   * @param {QueryParameters} parameters
   * @param {AbortSignal} signal
   */
  async #listen(nodes, parameters, signal) {
    this.state = "running";
    try {
      for await (const { event, data } of listen("/api/review", parameters, { signal })) {
        if (signal.aborted) return;
        if (event !== "ply") continue;
        this.#known.set(keyOf(nodes[data.ply]), data);
        this.onchange();
      }
      if (signal.aborted) return;
      this.state = "done";
    } catch (error) {
      if (isStop(error) || signal.aborted) return;
      this.#line = "";
      this.state = "off";
    }
    this.onchange();
  }
}

/**
 * Whether a move is a mistake depends on the position before it and the square it goes to.
 * @param {Ply} node
 */
function keyOf(node) {
  return `${node.parent?.position ?? ""} ${node.position}`;
}
