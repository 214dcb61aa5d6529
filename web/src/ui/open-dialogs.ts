import { useEffect, useEffectEvent } from 'react'

/** How the dialogs that are open are closed, the topmost last */
const open: (() => unknown)[] = []

/** While the caller is mounted, or `isOpen`, Escape closes it before a toast that came later. */
export function useOpenDialog(close: () => unknown, isOpen = true): void {
  const onClose = useEffectEvent(() => void close())
  useEffect(() => {
    if (!isOpen) return
    const entry = () => onClose()
    open.push(entry)
    return () => void open.splice(open.indexOf(entry), 1)
  }, [isOpen])
}

/** @returns false if none is open */
export function closeTopDialog(): boolean {
  const close = open.at(-1)
  close?.()
  return close !== undefined
}
