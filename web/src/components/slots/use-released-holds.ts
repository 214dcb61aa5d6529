import { useCallback, useEffect, useRef } from 'react'

/**
 * A duplicated tab has the same draft, and with it the same hold: the tabs tell each other when one gives a hold up.
 * @returns tells the other tabs
 */
export function useReleasedHolds(onReleased: (id: string) => void): (id: string) => void {
  const channel = useRef<BroadcastChannel | null>(null)
  const listener = useRef(onReleased)
  listener.current = onReleased

  useEffect(() => {
    if (!('BroadcastChannel' in globalThis)) return
    const opened = new BroadcastChannel('released-holds')
    opened.onmessage = ({ data }) => listener.current(String(data))
    channel.current = opened
    return () => {
      channel.current = null
      opened.close()
    }
  }, [])
  return useCallback((id) => channel.current?.postMessage(id), [])
}
