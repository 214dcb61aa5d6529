import { useState } from 'react'

/**
 * Returns the previous object while the new one has the same content. Every message brings new objects; without this each
 * would redraw all charts.
 */
export function useStableValue<Value>(value: Value): Value {
  const [stable, setStable] = useState(value)
  if (stable === value || JSON.stringify(stable) === JSON.stringify(value)) return stable
  setStable(value)
  return value
}
