import { useState } from 'react'
import { toastFailure } from '@/components/toast-failure'
import { instantText } from '@/lib/format/dates'
import { useAutomaticAssignment } from '@/lib/resources/assignment'
import { Dialog } from '@/ui/dialog'
import { Skeleton } from '@/ui/skeleton'
import { Switch } from '@/ui/switch'

/** In which cities labs are assigned without an admin. */
export function AutomaticDialog({ onClose }: { onClose: () => void }) {
  const { rows, loading, set } = useAutomaticAssignment()
  const [changing, setChanging] = useState<string | null>(null)

  async function change(city: string, isOn: boolean) {
    setChanging(city)
    try {
      await set(city, isOn)
    } catch (error) {
      toastFailure('Automatic assignment was not changed', error, { repeat: () => void change(city, isOn) })
    } finally {
      setChanging(null)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Automatic assignment"
      description="New bookings go to the lab that fits best. A lab that does not confirm within 30 minutes (instant: 5) is warned, then the next lab gets the booking, then you are called."
    >
      {loading && <Skeleton className="h-96 w-full" />}
      {!loading && rows.length === 0 && (
        <p className="py-6 text-center text-ink-soft">The cities could not be loaded.</p>
      )}
      <ul className="divide-y">
        {rows.map(({ city, isOn, changedAt }) => (
          <li key={city}>
            <Switch
              label={city}
              description={changedAt ? `${isOn ? 'On' : 'Off'} since ${instantText(changedAt)}` : undefined}
              checked={isOn}
              disabled={changing === city}
              onChange={(next) => void change(city, next)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
