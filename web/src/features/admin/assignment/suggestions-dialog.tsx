import type { SuggestionPreview } from '@jaanch/contracts/http/assignment'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { whenText } from '@/components/booking/texts'
import { hasCode } from '@/lib/http/api-error'
import { previewSuggestions } from '@/lib/resources/assignment'
import { assignLab } from '@/lib/resources/bookings'
import { Badge } from '@/ui/badge'
import { Checkbox } from '@/ui/checkbox'
import { Dialog, DialogActions } from '@/ui/dialog'
import { Skeleton } from '@/ui/skeleton'

type Result = 'assigned' | 'full' | 'failed'

/** The next unassigned bookings with the lab suggested for each; those that stay selected are assigned one after the other. */
export function SuggestionsDialog({ onClose }: { onClose: () => void }) {
  const [rows, setRows] = useState<readonly SuggestionPreview[]>()
  const [hasFailed, setFailed] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map())
  const [total, setTotal] = useState(0)
  const isRunning = results.size < total
  const isDone = total > 0 && !isRunning

  useEffect(() => {
    previewSuggestions().then(setRows, () => setFailed(true))
  }, [])

  const chosen = (rows ?? []).filter(({ booking, suggestion }) => suggestion && !left.has(booking.id))

  async function assignAll() {
    setTotal(chosen.length)
    for (const { booking, suggestion } of chosen) {
      const result = suggestion ? await assignOne(booking, suggestion.labPartnerId) : 'failed'
      setResults((before) => new Map(before).set(booking.id, result))
    }
  }

  function toggle(id: string, isChosen: boolean) {
    const next = new Set(left)
    if (isChosen) next.delete(id)
    else next.add(id)
    setLeft(next)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Assign suggested labs"
      description="Each visit takes a place, so the next one may get another lab."
      className="sm:max-w-2xl"
      footer={
        <DialogActions
          submitLabel={isDone ? 'Done' : `Assign ${chosen.length}`}
          loading={isRunning}
          onCancel={onClose}
          onSubmit={() => (isDone || chosen.length === 0 ? onClose() : void assignAll())}
        />
      }
    >
      <p aria-live="polite" className={total > 0 ? 'mb-3 font-semibold' : 'sr-only'}>
        {total > 0 && progressText(results, total)}
      </p>
      {!rows && !hasFailed && <Skeleton className="h-72 w-full" />}
      {hasFailed && (
        <p className="py-6 text-center text-ink-soft">
          The suggestions could not be loaded. Try again later.
        </p>
      )}
      {rows?.length === 0 && <p className="py-6 text-center text-ink-soft">Every booking has its lab.</p>}
      <ul className="divide-y">
        {rows?.map(({ booking, suggestion }) => {
          const result = results.get(booking.id)
          return (
            <li key={booking.id} className="py-1">
              <Checkbox
                checked={suggestion !== null && !left.has(booking.id)}
                disabled={suggestion === null || total > 0}
                onChange={(isChosen) => toggle(booking.id, isChosen)}
                className="items-start py-2 [&>button]:mt-0.5"
              >
                <span className="grid min-w-0 grow gap-0.5">
                  <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                    <span className="font-semibold">{suggestion?.labName ?? 'No lab fits'}</span>
                    {result && <ResultBadge result={result} />}
                  </span>
                  <span className="text-sm">
                    {[booking.packageName, whenText(booking), booking.city].filter(Boolean).join(', ')}
                  </span>
                  {suggestion && (
                    <span className="text-ink-soft text-xs">{suggestion.reasons.join('\u00a0· ')}</span>
                  )}
                </span>
              </Checkbox>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}

async function assignOne(booking: SuggestionPreview['booking'], labPartnerId: string): Promise<Result> {
  try {
    await assignLab(booking, labPartnerId, true)
    return 'assigned'
  } catch (error) {
    return hasCode(error, 'slot-full') ? 'full' : 'failed'
  }
}

function progressText(results: ReadonlyMap<string, Result>, total: number): string {
  const count = (wanted: Result) => [...results.values()].filter((result) => result === wanted).length
  const [full, failed] = [count('full'), count('failed')]
  return [
    `${count('assigned')} of ${total} assigned`,
    full > 0 && `${full} full now`,
    failed > 0 && `${failed} failed`,
  ]
    .filter(Boolean)
    .join(', ')
}

function ResultBadge({ result }: { result: Result }) {
  if (result === 'assigned')
    return (
      <Badge variant="success" icon={CircleCheck}>
        Assigned
      </Badge>
    )
  return (
    <Badge variant="accent" icon={CircleAlert}>
      {result === 'full' ? 'Full now' : 'Failed'}
    </Badge>
  )
}
