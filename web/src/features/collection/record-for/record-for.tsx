import { useState } from 'react'
import { useMayInLab } from '@/lib/session/staff'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'

const RecordForDialog = lazyDialog(async () => (await import('./record-for-dialog')).RecordForDialog)

/** Lets the owner record what a collector did whose phone was lost. */
export function RecordFor({ bookingId }: { bookingId: string }) {
  const isOwner = useMayInLab()
  const [isOpen, setOpen] = useState(false)
  if (!isOwner) return null
  return (
    <>
      <Button variant="outline" size="sm" className="mt-4" onClick={() => setOpen(true)}>
        Record for a collector
      </Button>
      {isOpen && <RecordForDialog bookingId={bookingId} onClose={() => setOpen(false)} />}
    </>
  )
}
