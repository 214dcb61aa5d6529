import type { BoardTube } from '@jaanch/contracts/http/tubes'
import { useCallback, useState } from 'react'

export function keyOf({ bookingId, number }: Pick<BoardTube, 'bookingId' | 'number'>): string {
  return `${bookingId}/${number}`
}

/** Whether something is to be done with a tube */
export function isOpen({ place }: BoardTube): boolean {
  return place !== 'accepted' && place !== 'rejected'
}

/** The chosen tubes of a board. One on which somebody decided meanwhile is no longer among them. */
export function useSelection(all: readonly BoardTube[]) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const select = useCallback(
    (tubes: readonly Pick<BoardTube, 'bookingId' | 'number'>[], isSelected: boolean) => {
      setKeys((before) => {
        const next = new Set(before)
        for (const tube of tubes) {
          if (isSelected) next.add(keyOf(tube))
          else next.delete(keyOf(tube))
        }
        return next
      })
    },
    [],
  )
  const clear = useCallback(() => setKeys(new Set()), [])
  return { keys, select, clear, tubes: all.filter((tube) => isOpen(tube) && keys.has(keyOf(tube))) }
}
