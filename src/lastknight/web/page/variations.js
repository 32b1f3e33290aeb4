// A game as a tree of variations. Undo goes towards the root, redo back along the line last visited, and
// a different move starts a variation.

import { opponentOf } from "./position.js";

/** @typedef {[shared: number, moves: string[]]} OtherLine */

export class Variations {
  /** @param {Position} start the position before the first move */
  constructor(start) {
    /** @type {Ply} */
    this.root = { move: null, position: start, parent: null, children: [], ply: 0, preferred: null };
    this.current = this.root;
  }

  get position() {
    return this.current.position;
  }

  /**
   * Make a move here, or follow it where it was made before.
   * @param {string} move
   */
  play(move) {
    const here = this.current;
    let node = here.children.find((child) => child.move === move);
    if (!node) {
      node = { move, position: here.position.play(move), parent: here, children: [], ply: here.ply + 1, preferred: null };
      here.children.push(node);
    }
    this.go(node);
    return node;
  }

  /**
   * Go to a node; redo then follows the line to it.
   * @param {Ply} node
   */
  go(node) {
    this.current = node;
    for (let at = node; at.parent; at = at.parent) at.parent.preferred = at;
  }

  // One ply back; false at the root.
  undo() {
    if (!this.current.parent) return false;
    this.current = this.current.parent;
    return true;
  }

  // One ply forward along the line last visited; false at its end.
  redo() {
    const next = nextOf(this.current);
    if (next) this.go(next);
    return next !== null;
  }

  // The nodes of the current line, from the root to its end, beyond the current node.
  line() {
    const nodes = [];
    for (let at = /** @type {Ply | null} */ (this.current); at; at = at.parent) nodes.unshift(at);
    for (let at = nextOf(this.current); at; at = nextOf(at)) nodes.push(at);
    return nodes;
  }

  // The moves of the current line.
  moves() {
    return this.line().flatMap(({ move }) => move ?? []);
  }

  /**
   * Remove a node and everything after it.
   * @param {Ply} node
   */
  remove(node) {
    const parent = node.parent;
    if (!parent) return;
    if (isWithin(this.current, node)) this.current = parent;
    parent.children = parent.children.filter((child) => child !== node);
    if (parent.preferred === node) parent.preferred = null;
  }

  // All other lines: how many plies each shares with the current line, and its moves after those.
  others() {
    const line = this.line();
    /** @type {OtherLine[]} */
    const found = [];
    /** @type {(node: Ply, shared: number, moves: string[]) => void} */
    const walk = (node, shared, moves) => {
      if (node.children.length === 0 && moves.length) found.push([shared, moves]);
      for (const child of node.children) {
        const isShared = moves.length === 0 && line[child.ply] === child;
        walk(child, isShared ? child.ply : shared, isShared ? [] : [...moves, child.move ?? ""]);
      }
    };
    walk(this.root, 0, []);
    return found;
  }

  /**
   * The tree of a line and other lines, at a ply of the line. Throws RangeError for an illegal move.
   * @param {Position} start
   * @param {string[]} moves
   * @param {{others?: OtherLine[], at?: number}} options
   */
  static build(start, moves, { others = [], at = moves.length } = {}) {
    const tree = new Variations(start);
    for (const move of moves) tree.play(move);
    const line = tree.line();
    for (const [shared, further] of others) {
      tree.go(line[Math.min(shared, moves.length)]);
      for (const move of further) tree.play(move);
    }
    tree.go(line[moves.length]);
    tree.current = line[Math.max(0, Math.min(at, moves.length))];
    return tree;
  }
}

/**
 * The node that redo goes to, null at the end of a line.
 * @param {Ply} node
 */
export function nextOf(node) {
  return node.preferred ?? node.children[0] ?? null;
}

/**
 * The player whose move led to a node.
 * @param {Ply} node
 */
export function moverOf(node) {
  return opponentOf(node.position.toMove);
}

/**
 * The visited squares up to the current node, with number and player of the ply.
 * @param {Variations} tree
 */
export function visitsOf(tree) {
  /** @type {Map<string, Visit>} */
  const visits = new Map();
  for (let node = tree.current; node.parent && node.move; node = node.parent)
    visits.set(node.move, { number: node.ply, player: moverOf(node) });
  return visits;
}

/**
 * The move that led to the current node.
 * @param {Variations} tree
 * @returns {LastMove | null}
 */
export function lastMoveOf({ current }) {
  if (!current.parent || !current.move) return null;
  const player = moverOf(current);
  return { from: current.parent.position.location(player), to: current.move, player };
}

/**
 * Whether a node is another or follows it.
 * @param {Ply} node
 * @param {Ply} top
 */
function isWithin(node, top) {
  for (let at = /** @type {Ply | null} */ (node); at; at = at.parent) if (at === top) return true;
  return false;
}
