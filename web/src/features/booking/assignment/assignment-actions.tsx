import type { SuggestionPreview } from '@jaanch/booking/assignment/api'
import { CircleAlert, CircleCheck, Wand2, Zap } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { whenText } from '@/components/booking/texts'
import { useCommand } from '@/components/use-command'
import { assignLab } from '@/features/booking/bookings-calls'
import { orderText, patientNameOf } from '@/features/booking/staff-bookings/texts'
import { instantText } from '@/lib/format/dates'
import { hasCode, serverText } from '@/lib/http/api-error'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Dialog, DialogActions } from '@/ui/dialog'
import { Select } from '@/ui/select'
import { Skeleton } from '@/ui/skeleton'
import { Switch } from '@/ui/switch'
import { previewSuggestions, useAutomaticAssignment } from './calls'

const texts = {
  title: 'Automatic assignment',
  state: (cities: number) =>
    `Automatic assignment: ${cities === 0 ? 'off' : `on in ${cities} ${cities === 1 ? 'city' : 'cities'}`}`,
  description:
    'New bookings go to the lab that fits best. A lab that does not confirm within 30 minutes (instant: 5) is warned, then the next lab gets the booking, then you are called.',
  notLoaded: 'The cities could not be loaded.',
  since: (isOn: boolean, time: string) => `${isOn ? 'On' : 'Off'} since ${time}`,
  failed: 'Automatic assignment was not changed',
}

const suggestionsTexts = {
  open: 'Assign suggested',
  title: 'Assign suggested labs',
  description: 'Each visit takes a place, so the next one may get another lab.',
  assign: (count: number) => `Assign ${count}`,
  done: 'Done',
  notLoaded: 'The suggestions could not be loaded. Try again later.',
  none: 'Every booking has its lab.',
  noLab: 'No lab fits',
  all: 'Select all',
  nothing: 'None',
  city: 'This city',
  noLocation: 'Its place is not known, so the lab may be far away: tick it only if you know better.',
  results: { assigned: 'Assigned', full: 'Full now', failed: 'Failed' },
  progress: (assigned: number, total: number, full: number, failed: number) =>
    [`${assigned} of ${total} assigned`, full > 0 && `${full} full now`, failed > 0 && `${failed} failed`]
      .filter(Boolean)
      .join(', '),
}

export function AssignmentActions({ hasUnassigned }: { hasUnassigned: boolean }) {
  const [opened, setOpened] = useState<'suggestions' | 'automatic' | null>(null)
  const { rows } = useAutomaticAssignment()
  const on = rows.filter(({ isOn }) => isOn).length
  const close = () => setOpened(null)
  return (
    <div className="mb-5 grid grid-cols-1 gap-3 sm:flex sm:flex-wrap">
      <Button icon={Wand2} disabled={!hasUnassigned} onClick={() => setOpened('suggestions')}>
        {suggestionsTexts.open}
      </Button>
      <Button icon={Zap} variant="outline" onClick={() => setOpened('automatic')}>
        {texts.state(on)}
      </Button>
      {opened === 'suggestions' && <SuggestionsDialog onClose={close} />}
      {opened === 'automatic' && <AutomaticDialog onClose={close} />}
    </div>
  )
}

function AutomaticDialog({ onClose }: { onClose: () => void }) {
  const { rows, loading, set } = useAutomaticAssignment()
  const { run, running } = useCommand({
    send: ({ city, isOn }: { city: string; isOn: boolean }) => set(city, isOn),
    failed: texts.failed,
  })

  return (
    <Dialog onClose={onClose} title={texts.title} description={texts.description}>
      {loading && <Skeleton className="h-96 w-full" />}
      {!loading && rows.length === 0 && <p className="py-6 text-center text-ink-soft">{texts.notLoaded}</p>}
      <ul className="divide-y">
        {rows.map(({ city, isOn, changedAt }) => (
          <li key={city}>
            <Switch
              label={city}
              description={changedAt ? texts.since(isOn, instantText(changedAt)) : undefined}
              checked={isOn}
              disabled={running.some((change) => change.city === city)}
              onChange={(next) => void run({ city, isOn: next })}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** The server's reason, after a failure that has one */
type Result = { state: 'assigned' | 'full' | 'failed'; reason?: string | undefined }

/** The next unassigned bookings with the lab suggested for each; those that stay selected are assigned one after the other. */
export function SuggestionsDialog({ onClose }: { onClose: () => void }) {
  const [rows, setRows] = useState<readonly SuggestionPreview[]>()
  const [failure, setFailure] = useState<string>()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map())
  const [total, setTotal] = useState(0)
  const isRunning = results.size < total
  const isDone = total > 0 && !isRunning

  const { run } = useCommand({
    send: previewSuggestions,
    done(next) {
      setRows(next)
      setTicked(idsOf(next.filter(isLocated)))
    },
    onFailure(error) {
      setFailure([suggestionsTexts.notLoaded, serverText(error)].filter(Boolean).join(' '))
      return true
    },
  })
  const load = useEffectEvent(run)
  useEffect(() => void load(), [])

  const chosen = (rows ?? []).filter(({ booking }) => ticked.has(booking.id))

  async function assignAll() {
    setTotal(chosen.length)
    for (const { booking, suggestion } of chosen) {
      const result = suggestion
        ? await assignOne(booking, suggestion.labPartnerId)
        : ({ state: 'failed' } as const)
      setResults((before) => new Map(before).set(booking.id, result))
    }
  }

  function toggle(id: string, isChosen: boolean) {
    const next = new Set(ticked)
    if (isChosen) next.add(id)
    else next.delete(id)
    setTicked(next)
  }

  return (
    <Dialog
      onClose={onClose}
      title={suggestionsTexts.title}
      description={suggestionsTexts.description}
      className="sm:max-w-2xl"
      footer={
        <DialogActions
          submitLabel={isDone ? suggestionsTexts.done : suggestionsTexts.assign(chosen.length)}
          loading={isRunning}
          onCancel={onClose}
          onSubmit={() => (isDone || chosen.length === 0 ? onClose() : void assignAll())}
        />
      }
    >
      <p aria-live="polite" className={total > 0 ? 'mb-3 font-semibold' : 'sr-only'}>
        {total > 0 && progressText(results, total)}
      </p>
      {!rows && !failure && <Skeleton className="h-72 w-full" />}
      {failure && <p className="py-6 text-center text-ink-soft">{failure}</p>}
      {rows?.length === 0 && <p className="py-6 text-center text-ink-soft">{suggestionsTexts.none}</p>}
      {rows && rows.length > 0 && (
        <ChooseSeveral
          rows={rows}
          disabled={total > 0}
          onChoose={(chosenRows) => setTicked(idsOf(chosenRows))}
        />
      )}
      <ul className="divide-y">
        {rows?.map(({ booking, suggestion }) => {
          const result = results.get(booking.id)
          return (
            <li key={booking.id} className="py-1">
              <Checkbox
                checked={ticked.has(booking.id)}
                disabled={suggestion === null || total > 0}
                onChange={(isChosen) => toggle(booking.id, isChosen)}
                className="items-start py-2 [&>button]:mt-0.5"
              >
                <span className="grid min-w-0 grow gap-0.5">
                  <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                    <span className="font-semibold">{suggestion?.labName ?? suggestionsTexts.noLab}</span>
                    {result && <ResultBadge result={result} />}
                  </span>
                  <span className="text-sm">
                    <span className="font-medium">{patientNameOf(booking)}</span>{' '}
                    <span className="tabular-nums">{orderText(booking)}</span>
                  </span>
                  <span className="text-sm">
                    {[booking.packageName, whenText(booking), booking.city].filter(Boolean).join(', ')}
                  </span>
                  {suggestion && booking.city === null && (
                    <span className="text-accent-ink text-sm">{suggestionsTexts.noLocation}</span>
                  )}
                  {result?.reason && <span className="text-error text-sm">{result.reason}</span>}
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

/** Without a place nobody knows how far the lab is: such a booking is never ticked by itself. */
function isLocated({ booking, suggestion }: SuggestionPreview): boolean {
  return suggestion !== null && booking.city !== null
}

function idsOf(rows: readonly SuggestionPreview[]): ReadonlySet<string> {
  return new Set(rows.map(({ booking }) => booking.id))
}

type ChooseSeveralProps = {
  rows: readonly SuggestionPreview[]
  disabled: boolean
  onChoose: (rows: readonly SuggestionPreview[]) => void
}

function ChooseSeveral({ rows, disabled, onChoose }: ChooseSeveralProps) {
  const [city, setCity] = useState('')
  const located = rows.filter(isLocated)
  const cities = [...new Set(located.map(({ booking }) => booking.city ?? ''))].toSorted()
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2">
      <Button variant="outline" disabled={disabled} onClick={() => onChoose(located)}>
        {suggestionsTexts.all}
      </Button>
      <Button variant="outline" disabled={disabled} onClick={() => onChoose([])}>
        {suggestionsTexts.nothing}
      </Button>
      {cities.length > 1 && !disabled && (
        <Select
          label={suggestionsTexts.city}
          placeholder={suggestionsTexts.city}
          className="w-44"
          value={city}
          options={cities.map((name) => ({ value: name, label: name }))}
          onChange={(name) => {
            setCity(name)
            onChoose(located.filter(({ booking }) => booking.city === name))
          }}
        />
      )}
    </div>
  )
}

async function assignOne(booking: SuggestionPreview['booking'], labPartnerId: string): Promise<Result> {
  try {
    await assignLab(booking, labPartnerId, true)
    return { state: 'assigned' }
  } catch (error) {
    // shown in its row: the others go on
    return hasCode(error, 'slot-full') ? { state: 'full' } : { state: 'failed', reason: serverText(error) }
  }
}

function progressText(results: ReadonlyMap<string, Result>, total: number): string {
  const count = (wanted: Result['state']) =>
    [...results.values()].filter(({ state }) => state === wanted).length
  return suggestionsTexts.progress(count('assigned'), total, count('full'), count('failed'))
}

function ResultBadge({ result: { state } }: { result: Result }) {
  const isAssigned = state === 'assigned'
  return (
    <Badge variant={isAssigned ? 'success' : 'accent'} icon={isAssigned ? CircleCheck : CircleAlert}>
      {suggestionsTexts.results[state]}
    </Badge>
  )
}
