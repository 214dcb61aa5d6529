import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { tubesToHandOver } from './local-round'
import { RoundFrame } from './round-frame'
import { list as listTexts, handOver as texts } from './texts'
import type { RoundControl } from './use-round'

/** All drawn tubes of the round leave the collector's hands at once. */
export function HandOverView({ round }: { round: RoundControl }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const left = round.round ? tubesToHandOver(round.round) : []
  const count = left.reduce((sum, { tubes }) => sum + tubes.length, 0)
  const celsius = typed.trim() === '' ? undefined : Number(typed.replace(',', '.').replace('−', '-'))
  const isWrong = celsius !== undefined && !(celsius >= -80 && celsius <= 60)

  async function record() {
    for (const { person, tubes } of left) {
      const isKept = await round.record(person, {
        type: 'handOver',
        tubes: tubes.map(({ number }) => number),
        ...(celsius !== undefined && { temperatureC: celsius }),
      })
      if (!isKept) return
    }
    navigate(paths.labRound, { replace: true })
  }

  return (
    <RoundFrame title={texts.title} lead={texts.lead(count, left.length)} round={round} back={paths.labRound}>
      <p className="text-ink-soft">{texts.count}</p>
      <ul aria-label={texts.label} className="grid divide-y rounded-xl border bg-surface shadow-card">
        {left.map(({ person: { bookingId, patient, orderNumber }, tubes }) => (
          <li key={bookingId} className="flex items-center justify-between gap-3 px-3.5 py-3">
            <span className="min-w-0">
              <span className="block truncate font-semibold">{patient?.name}</span>
              <span className="block text-ink-soft text-xs">{orderNumber}</span>
            </span>
            <span className="shrink-0 font-semibold tabular-nums">{listTexts.tubes(tubes.length)}</span>
          </li>
        ))}
      </ul>
      <Field
        label={texts.temperature}
        optional
        hint={texts.temperatureHint}
        error={isWrong ? texts.wrongTemperature : undefined}
      >
        <Input
          className="h-12"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      <Button size="lg" disabled={count === 0 || isWrong} onClick={() => void record()}>
        {texts.confirm(count)}
      </Button>
    </RoundFrame>
  )
}
