// A game as a tree of variations. Undo goes towards the root, redo back along the line last
// visited, and a different move starts a variation.

import { opponentOf } from "./position.js";

/** How many plies a line shares with the main line, and its moves after those.
 * @typedef {[shared: number, moves: string[]]} OtherLine */
/** A node's line, 0 for the main line, and its ply.
 * @typedef {[line: number, ply: number]} Address */

export class Variations {
  /** @param {Position} start the position before the first move */
  constructor(start) {
    this.root = makePly(null, start, null);
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
      node = makePly(move, here.position.play(move), here);
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
    const nodes = pathTo(this.current);
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

  /**
   * Put the line to a node first wherever it branches off, so that it is the main line.
   * @param {Ply} node
   */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const { children } = at.parent;
      children.splice(children.indexOf(at), 1);
      children.unshift(at);
    }
  }

  // The ends of all lines, that of the main line first.
  ends() {
    /** @type {(node: Ply) => Ply[]} */
    const endsOf = (node) => (node.children.length ? node.children.flatMap(endsOf) : [node]);
    return endsOf(this.root);
  }

  // All lines but the main line.
  others() {
    const main = new Set(pathTo(this.ends()[0]));
    return this.ends()
      .slice(1)
      .map((end) => {
        const own = pathTo(end).filter((node) => !main.has(node));
        return /** @type {OtherLine} */ ([own[0].ply - 1, own.map(({ move }) => move ?? "")]);
      });
  }

  /**
   * Where a node is: the first line that has it, and its ply.
   * @param {Ply} node
   * @returns {Address}
   */
  addressOf(node) {
    return [this.ends().findIndex((end) => isWithin(end, node)), node.ply];
  }

  /**
   * The node at an address; the nearest where there is none.
   * @param {Address} address
   */
  find([line, ply]) {
    const ends = this.ends();
    const path = pathTo(ends[Math.min(line, ends.length - 1)]);
    return path[Math.min(ply, path.length - 1)];
  }

  // All nodes with a move, the main line first.
  nodes() {
    /** @type {(node: Ply) => Ply[]} */
    const after = (node) => node.children.flatMap((child) => [child, ...after(child)]);
    return after(this.root);
  }

  /**
   * The tree of a main line and others, with a line that was last visited, at one of its plies.
   * Throws RangeError for an illegal move.
   * @param {Position} start
   * @param {string[]} moves
   * @param {{others?: OtherLine[], line?: number, at?: number}} options
   */
  static build(start, moves, { others = [], line = 0, at } = {}) {
    const tree = new Variations(start);
    for (const move of moves) tree.play(move);
    const main = tree.line();
    for (const [shared, further] of others) {
      tree.go(main[Math.min(shared, moves.length)]);
      for (const move of further) tree.play(move);
    }
    tree.go(main[moves.length]);
    const end = tree.ends()[line];
    if (end) tree.go(end);
    if (at !== undefined) tree.current = pathTo(tree.current)[Math.min(at, tree.current.ply)];
    return tree;
  }
}

/**
 * @param {string | null} move
 * @param {Position} position
 * @param {Ply | null} parent
 * @returns {Ply}
 */
function makePly(move, position, parent) {
  const ply = parent ? parent.ply + 1 : 0;
  return { move, position, parent, ply, children: [], preferred: null, comment: "", ended: null };
}

/**
 * The nodes from the root to a node.
 * @param {Ply} node
 */
function pathTo(node) {
  const nodes = [];
  for (let at = /** @type {Ply | null} */ (node); at; at = at.parent) nodes.unshift(at);
  return nodes;
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
 * How the game ended at a node, null where it goes on.
 * @param {Ply} node
 * @returns {GameResult | null}
 */
export function resultOf({ position, ended }) {
  if (position.winner) return { winner: position.winner, reason: "no_moves" };
  return ended && { winner: opponentOf(ended.loser), reason: ended.reason };
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
 * Whether a node is `top` or follows it.
 * @param {Ply} node
 * @param {Ply} top
 */
function isWithin(node, top) {
  for (let at = /** @type {Ply | null} */ (node); at; at = at.parent) if (at === top) return true;
  return false;
}
