import type { BookingView } from '@jaanch/booking/booking-view'
import { Download, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCommand } from '@/components/use-command'
import { type BookingSource, changeBookingStatus } from '@/features/booking/bookings-calls'
import { serverText } from '@/lib/http/api-error'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast-store'
import { selectionTexts } from './texts'
import { exportLabel, useExport } from './use-export'

const texts = {
  label: 'Selected bookings',
  clear: 'Clear selection',
  someFailed: (failed: number, total: number) => `${failed} of ${total} failed`,
}

type SelectionBarProps = {
  bookings: readonly BookingView[]
  /** The list that has them; undefined if they cannot be exported */
  source: BookingSource | undefined
  onClear: () => void
  /** The actions of the role */
  children: ReactNode
}

/** The bar with the actions for the chosen rows of a table. */
export function SelectionBar({ bookings, source, onClear, children }: SelectionBarProps) {
  const { run, busy } = useExport(bookings.map(({ id }) => id))
  return (
    <section
      aria-label={texts.label}
      className="sticky bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-20 mx-auto mt-4 flex w-fit max-w-full animate-rise flex-wrap items-center gap-2 rounded-xl border border-brand bg-surface py-2 pr-2 pl-4 shadow-high lg:bottom-4"
    >
      <p role="status" className="mr-2 font-semibold tabular-nums">
        {selectionTexts.count(bookings.length)}
      </p>
      {children}
      {source && (
        <Button variant="outline" loading={busy} onClick={() => void run(source)}>
          {!busy && <Download aria-hidden />}
          {exportLabel}
        </Button>
      )}
      <Button icon={X} variant="ghost" size="icon" aria-label={texts.clear} onClick={onClear} />
    </section>
  )
}

type ConfirmSelectedProps = {
  bookings: readonly BookingView[]
  variant?: 'primary' | 'outline'
  failed: string
  onDone: () => void
}

export function ConfirmSelected({ bookings, variant, failed, onDone }: ConfirmSelectedProps) {
  const { run, busy } = useCommand({
    send: () =>
      doWithEach(bookings, ({ id }) => changeBookingStatus(id, 'confirmed'), selectionTexts.confirmed),
    done: onDone,
    failed,
  })
  return (
    <Button variant={variant} loading={busy} disabled={bookings.length === 0} onClick={() => void run()}>
      {selectionTexts.confirm(bookings.length)}
    </Button>
  )
}

/**
 * Does the same with each booking, one after the other, and says once how many succeeded. One that fails does not stop the rest.
 * @param act @param done the toast for those that succeeded. @returns those
 */
export async function doWithEach(
  bookings: readonly BookingView[],
  act: (booking: BookingView) => Promise<unknown>,
  done: (count: number) => string,
): Promise<readonly BookingView[]> {
  const succeeded: BookingView[] = []
  const failures: unknown[] = []
  for (const booking of bookings) {
    try {
      await act(booking)
      succeeded.push(booking)
    } catch (error) {
      failures.push(error)
    }
  }
  if (succeeded.length > 0) toast.success(done(succeeded.length))
  if (failures.length > 0)
    toast.error(texts.someFailed(failures.length, bookings.length), serverText(failures[0]))
  return succeeded
}
