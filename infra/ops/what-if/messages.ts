/** Between the command and the process that builds. */
export type BuilderAnswer =
  /** `modelVersion`: that of the other code */
  | { kind: 'created'; generation: number; modelVersion: number }
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'fallback'; why: string }
  | { kind: 'filled' }
  | { kind: 'fed'; upto: number }
  | { kind: 'failed'; why: string }

/** Feed the generation up to exactly this position */
export type BuilderOrder = { upto: number }
