import {
  type CriticalMeans,
  type CriticalOutcome,
  type CriticalReached,
  criticalMeans,
  criticalOutcomes,
  criticalReached,
} from '@jaanch/contracts/vocabulary'
import type { CriticalCallView } from '@jaanch/report/critical/api'
import { mayEndAsNotReached } from '@jaanch/report/critical/rules'
import { useId, useState } from 'react'
import { useDialogCommand } from '@/components/use-command'
import { recordCriticalCall } from '@/features/report/critical-calls'
import { Checkbox } from '@/ui/checkbox'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Textarea } from '@/ui/input'
import { RadioCards } from '@/ui/radio-cards'
import { Segmented } from '@/ui/segmented'
import { toast } from '@/ui/toast-store'
import * as texts from './texts'

/**
 * Records what came of a call. It is confirmed only by who says that the values were repeated. Nothing is chosen before the user does: a
 * record can't be changed.
 */
export function RecordCall({ call, onClose }: { call: CriticalCallView; onClose: () => void }) {
  const [outcome, setOutcome] = useState<CriticalOutcome>()
  const [whom, setWhom] = useState<CriticalReached>('customer')
  const [by, setBy] = useState<CriticalMeans>('phone')
  const [isRepeated, setRepeated] = useState(false)
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const errorId = useId()
  const { run, busy } = useDialogCommand({
    send: (chosen: CriticalOutcome) =>
      recordCriticalCall(call.id, { outcome: chosen, reached: whom, by, note: note.trim() || null }),
    done({ confirmedAt, notReachedAt }) {
      toast.success(
        confirmedAt ? texts.dialog.confirmed : notReachedAt ? texts.dialog.ended : texts.dialog.recorded,
      )
      onClose()
    },
    failed: texts.dialog.failed,
  })
  const isConfirmation = outcome === 'CONFIRMED'
  const isEnd = outcome === 'ENDED_NOT_REACHED'
  const lastReached = call.attempts.findLastIndex((each) => each.outcome !== 'UNABLE_TO_REACH')
  const mayEnd = mayEndAsNotReached(call.attempts.slice(lastReached + 1).map(({ at }) => new Date(at)))
  const missing = !outcome
    ? texts.dialog.outcomeMissing
    : isConfirmation && !isRepeated
      ? texts.dialog.readbackMissing
      : isEnd && !note.trim()
        ? texts.dialog.noteMissing
        : null
  const error = isTried && missing && !isEnd && (
    <p id={errorId} className="text-error text-xs">
      {missing}
    </p>
  )
  return (
    <FormDialog
      title={texts.dialog.title}
      description={texts.dialog.of(call.patientName ?? '')}
      submitLabel={texts.dialog.save}
      isSubmitting={busy}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!outcome || missing) return toast.error(missing ?? '')
        return run(outcome)
      }}
      onClose={onClose}
    >
      <RadioCards
        label={texts.dialog.outcome}
        value={outcome ?? ''}
        errorId={error && !outcome ? errorId : undefined}
        onChange={(value) => setOutcome(value as CriticalOutcome)}
        options={criticalOutcomes.map((value) => ({
          value,
          ...texts.outcomes[value],
          ...(value === 'ENDED_NOT_REACHED' &&
            !mayEnd && { disabled: true, description: texts.dialog.notTriedEnough }),
        }))}
      />
      {!outcome && error}
      {isConfirmation && (
        <div className="grid gap-2 rounded-lg border bg-sunken/50 p-3">
          <ul className="grid gap-1 tabular-nums">
            {call.values.map((value) => (
              <li key={value.code ?? value.name} className="flex flex-wrap justify-between gap-x-4">
                <span>{value.name}</span>
                <span className="font-semibold">{[value.text, value.unit].filter(Boolean).join(' ')}</span>
                <span className="w-full text-ink-soft text-sm">{texts.amendedText(value)}</span>
              </li>
            ))}
          </ul>
          <Checkbox checked={isRepeated} onChange={setRepeated} errorId={error ? errorId : undefined}>
            {texts.dialog.readback}
          </Checkbox>
          {error}
        </div>
      )}
      {!isEnd && (
        <div className="grid gap-4 sm:grid-cols-2">
          <div className="grid content-start gap-1.5">
            <p className="font-medium">{texts.dialog.reached}</p>
            <Segmented
              label={texts.dialog.reached}
              value={whom}
              onChange={setWhom}
              options={criticalReached.map((value) => ({ value, label: texts.reached[value] }))}
            />
          </div>
          <div className="grid content-start gap-1.5">
            <p className="font-medium">{texts.dialog.by}</p>
            <Segmented
              label={texts.dialog.by}
              value={by}
              onChange={setBy}
              options={criticalMeans.map((value) => ({ value, label: texts.means[value] }))}
            />
          </div>
        </div>
      )}
      <Field
        label={isEnd ? texts.dialog.noteInstead : texts.dialog.note}
        optional={!isEnd}
        hint={isEnd ? texts.dialog.noteHint : undefined}
        error={isTried && isEnd && missing ? missing : undefined}
      >
        <Textarea maxLength={500} value={note} onChange={({ target }) => setNote(target.value)} />
      </Field>
    </FormDialog>
  )
}
