// A game as a tree of variations: undo goes towards the root, redo back along the line last looked at,
// and another move there begins a variation. No drawing, no server.

export class Variations {
  // `start` is the position before the first move.
  constructor(start) {
    this.root = { move: null, position: start, parent: null, children: [], ply: 0, preferred: null };
    this.current = this.root;
  }

  get position() {
    return this.current.position;
  }

  // Make a move here, or go along it where it was made before.
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

  // Look at this node; the way to it becomes the line that redo follows.
  go(node) {
    this.current = node;
    for (let at = node; at.parent; at = at.parent) at.parent.preferred = at;
  }

  // One ply back, false at the root.
  undo() {
    if (!this.current.parent) return false;
    this.current = this.current.parent;
    return true;
  }

  // One ply on along the line last looked at, false at its end.
  redo() {
    const next = nextOf(this.current);
    if (next) this.go(next);
    return next !== null;
  }

  // The nodes of the line looked at, from the root to its end, past the current one.
  line() {
    const nodes = [];
    for (let at = this.current; at; at = at.parent) nodes.unshift(at);
    for (let at = nextOf(this.current); at; at = nextOf(at)) nodes.push(at);
    return nodes;
  }

  // Moves of the line looked at.
  moves() {
    return this.line().slice(1).map((node) => node.move);
  }

  // Take a node and all that follows it out of the tree.
  remove(node) {
    const parent = node.parent;
    if (!parent) return;
    if (isWithin(this.current, node)) this.current = parent;
    parent.children = parent.children.filter((child) => child !== node);
    if (parent.preferred === node) parent.preferred = null;
  }

  // Every line that is not the one looked at, as [plies shared with it, further moves].
  others() {
    const line = this.line();
    const found = [];
    const walk = (node, shared, moves) => {
      if (node.children.length === 0 && moves.length) found.push([shared, moves]);
      for (const child of node.children) {
        const isShared = moves.length === 0 && line[child.ply] === child;
        walk(child, isShared ? child.ply : shared, isShared ? [] : [...moves, child.move]);
      }
    };
    walk(this.root, 0, []);
    return found;
  }

  // The tree of a line, of others as above, and of the ply to look at; raises RangeError for a move
  // that is not legal.
  static build(start, moves, { others = [], at = moves.length } = {}) {
    const tree = new Variations(start);
    for (const move of moves) tree.play(move);
    const line = tree.line();
    for (const [shared, further] of others) {
      tree.go(line[Math.min(shared, moves.length)]);
      for (const move of further) tree.play(move);
    }
    tree.go(line.at(-1));
    tree.current = line[Math.max(0, Math.min(at, moves.length))];
    return tree;
  }
}

// The node that redo goes to, null at an end.
export function nextOf(node) {
  return node.preferred ?? node.children[0] ?? null;
}

// Whether `node` is `top` or follows from it.
export function isWithin(node, top) {
  for (let at = node; at; at = at.parent) if (at === top) return true;
  return false;
}

// Every visited square with the number and the player of its ply.
export function pliesOf(tree) {
  const plies = new Map();
  for (let node = tree.current; node.parent; node = node.parent) plies.set(node.move, { number: node.ply, player: 3 - node.position.toMove });
  return plies;
}

// The move that led here.
export function lastOf({ current }) {
  if (!current.parent) return null;
  const player = 3 - current.position.toMove;
  return { from: current.parent.position.location(player), to: current.move, player };
}
