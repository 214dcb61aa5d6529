import type { BookingView } from '@jaanch/contracts/http/bookings'
import { useEffect, useState } from 'react'
import { readDraft, writeDraft } from '@/lib/drafts'

const shownKey = 'orders-shown'

/**
 * The order whose dialog is open. One that awaits its customer opens by itself, once, when the page comes to know of it and
 * nothing else is open; after that it waits behind its button. A link to it opens it every time.
 */
export function useOrder(bookings: readonly BookingView[], linked: BookingView | undefined) {
  const [id, setId] = useState<string>()
  const waiting = bookings.find(
    (one) => one.status === 'pending_customer_confirmation' && !wasShown(one.id),
  )?.id

  useEffect(() => {
    if (!waiting || document.querySelector('[role="dialog"], [role="alertdialog"]')) return
    writeDraft(shownKey, [...shown(), waiting])
    setId(waiting)
  }, [waiting])

  const link = linked?.status === 'pending_customer_confirmation' ? linked.id : undefined
  useEffect(() => {
    if (link) setId(link)
  }, [link])

  return {
    order: bookings.find((one) => one.id === id),
    open: setId,
    close: () => setId(undefined),
  }
}

function shown(): string[] {
  const kept = readDraft(shownKey)
  return Array.isArray(kept) ? kept : []
}

function wasShown(id: string): boolean {
  return shown().includes(id)
}
