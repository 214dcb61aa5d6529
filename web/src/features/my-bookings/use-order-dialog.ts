import type { BookingView } from '@jaanch/contracts/http/bookings'
import { useEffect, useState } from 'react'
import { readDraft, writeDraft } from '@/lib/drafts'

const storageKey = 'orders-shown'

/**
 * The order whose dialog is open. An unconfirmed order opens once by itself if no other dialog is open, later only by its
 * button. A link to an order opens it every time.
 */
export function useOrderDialog(bookings: readonly BookingView[], linked: BookingView | undefined) {
  const [id, setId] = useState<string>()
  const unseenId = bookings.find(
    (row) => row.status === 'pending_customer_confirmation' && !wasShown(row.id),
  )?.id

  useEffect(() => {
    if (!unseenId || document.querySelector('[role="dialog"], [role="alertdialog"]')) return
    writeDraft(storageKey, [...shownIds(), unseenId])
    setId(unseenId)
  }, [unseenId])

  const linkedId = linked?.status === 'pending_customer_confirmation' ? linked.id : undefined
  useEffect(() => {
    if (linkedId) setId(linkedId)
  }, [linkedId])

  return {
    order: bookings.find((row) => row.id === id),
    open: setId,
    close: () => setId(undefined),
  }
}

function shownIds(): string[] {
  const stored = readDraft(storageKey)
  return Array.isArray(stored) ? stored : []
}

function wasShown(id: string): boolean {
  return shownIds().includes(id)
}
