import type { RecordedResults, ReportParameter } from '@jaanch/report/entry/api'
import { useEffect, useRef } from 'react'
import { hasCode, serverText } from '@/lib/http/api-error'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Select } from '@/ui/select'

/** For the results that the report has already */
const texts = {
  corrects: (text: string) => `Corrects ${text}`,
  withdraws: (text: string) => `Withdraws ${text} from the report`,
} as const

/** @property text why, with the name of the parameter */
export type RefusedValue = { code: string; text: string }

/** `values[0].value: NA must be a number.`: the place in the request, which is for callers of the API, and the sentence */
const refusal = /^values\[(\d+)\]\.\w+: (.+)$/s

/**
 * Finds the value of a report that the API refused.
 * @param sent as in the request @returns undefined after a failure that is about no value
 */
export function refusedValueOf(
  error: unknown,
  parameters: readonly Pick<ReportParameter, 'code' | 'name'>[],
  sent: readonly { code: string }[],
): RefusedValue | undefined {
  const [, place, sentence] = (hasCode(error, 'invalid') && refusal.exec(serverText(error) ?? '')) || []
  const code = sent[Number(place)]?.code
  const parameter = parameters.find((each) => each.code === code)
  if (!parameter || sentence === undefined) return undefined
  const isNamed = sentence.startsWith(`${parameter.code} `)
  const rest = isNamed ? sentence.slice(parameter.code.length) : `: ${sentence}`
  return { code: parameter.code, text: parameter.name + rest }
}

/** By the code of the parameter, as typed; a field that nobody touched has no entry */
export type Entered = Readonly<Record<string, string>>
/** The results that the report has, by the code of their parameter */
export type Recorded = ReadonlyMap<string, RecordedResults['results'][number]>

type ReportValuesProps = {
  parameters: readonly ReportParameter[]
  entered: Entered
  recorded: Recorded
  /** Shown at its field, which gets the focus */
  refused: RefusedValue | undefined
  /** @param code the field that changed */
  onChange: (entered: Entered, code: string) => void
}

/** A field for each parameter that the tests of a booking measure, with the result that the report has. */
export function ReportValues({ parameters, entered, recorded, refused, onChange }: ReportValuesProps) {
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refused) fields.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refused])
  return (
    <div ref={fields} className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      {parameters.map((parameter) => {
        const { code, name, unit } = parameter
        const before = recorded.get(code)
        const value = entered[code] ?? shownAtFirst(before)
        const set = (next: string) => onChange({ ...entered, [code]: next }, code)
        return (
          <Field
            key={code}
            label={unit ? `${name} (${unit})` : name}
            hint={hintOf(parameter, before, value)}
            error={refused?.code === code ? refused.text : undefined}
          >
            {hasTextOptions(parameter) ? (
              <Select
                value={value}
                onChange={set}
                placeholder="Not measured"
                options={(parameter.options ?? []).map((word) => ({ value: word, label: word }))}
              />
            ) : (
              <Input
                value={value}
                maxLength={500}
                autoComplete="off"
                inputMode={parameter.options ? 'text' : 'decimal'}
                onChange={(event) => set(event.target.value)}
              />
            )}
          </Field>
        )
      })}
    </div>
  )
}

/**
 * @returns the values of the fields, as in the request: the API parses numbers with their limits ('<0.01'). Recorded results that nobody
 * changed are left out; those whose fields were emptied are withdrawn.
 */
export function changesOf(parameters: readonly ReportParameter[], entered: Entered, recorded: Recorded) {
  const touched = parameters.flatMap(({ code }) => {
    const before = recorded.get(code)
    const value = entered[code]?.trim()
    return value === undefined || value === shownAtFirst(before) ? [] : [{ code, value, before }]
  })
  return {
    values: touched.flatMap(({ code, value }) => (value ? [{ code, value }] : [])),
    withdrawn: touched.flatMap(({ code, value, before }) => (value || !before?.text ? [] : [code])),
  }
}

function hasTextOptions({ options }: ReportParameter): boolean {
  return options !== null && !(options.length === 1 && options[0] === 'text')
}

/** A result in another unit than the field's stands in it with its unit. */
function shownAtFirst(before: RecordedResults['results'][number] | undefined): string {
  return before ? [before.text, before.foreignUnit].filter(Boolean).join(' ') : ''
}

function hintOf(
  { code, normalRange, unit }: ReportParameter,
  before: RecordedResults['results'][number] | undefined,
  value: string,
): string {
  const range = normalRange ? `${code}: ${normalRange}` : code
  if (!before || value.trim() === shownAtFirst(before)) return range
  const text = [before.text, before.foreignUnit ?? unit].filter(Boolean).join(' ')
  return value.trim() ? texts.corrects(text) : texts.withdraws(text)
}
