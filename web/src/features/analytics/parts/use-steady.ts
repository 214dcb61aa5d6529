import { useState } from 'react'

/** The same object for as long as it says the same: every message brings new ones, and a chart draws only what changed. */
export function useSteady<Value>(value: Value): Value {
  const [kept, keep] = useState(value)
  if (kept === value || JSON.stringify(kept) === JSON.stringify(value)) return kept
  keep(value)
  return value
}
