import type { ReportInput } from '@jaanch/report/api'
import type { ReportParameter } from '@jaanch/report/entry/api'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Select } from '@/ui/select'

/** For a report that is only a PDF */
const texts = {
  label: 'Critical result on this PDF',
  hint: 'Somebody has to be called about it at once.',
  none: 'None',
  another: 'Mark another one',
  value: (name: string, unit: string | null) => `Value of ${name}${unit ? ` (${unit})` : ''}`,
  byName: 'Another result, by its name',
  name: 'Name of the result',
  nameMissing: 'Please enter the name, or remove this result',
  namedValue: 'Its value, with the unit',
  thisOne: 'This result',
  remove: (name: string) => `${name} is not critical`,
}

/** A result that was marked. `code` null: the catalogue has no parameter for it, so that it is named */
export type Mark = { code: string | null; name: string; value: string }

/** The value of the choice "by its name"; codes have no spaces */
const byName = 'by name'

type CriticalMarksProps = {
  parameters: readonly ReportParameter[]
  marks: readonly Mark[]
  /** How often the report was refused because a mark has no name: the first such field gets the focus each time */
  refusals: number
  onChange: (marks: readonly Mark[]) => void
}

/** Marks in a PDF, which no program reads, the results about which somebody has to be called at once. */
export function CriticalMarks({ parameters, marks, refusals, onChange }: CriticalMarksProps) {
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusals > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refusals])
  const left = parameters.filter(({ code }) => !marks.some((mark) => mark.code === code))
  const change = (index: number, changes: Partial<Mark>) =>
    onChange(marks.map((mark, n) => (n === index ? { ...mark, ...changes } : mark)))
  return (
    <div ref={fields} className="mt-4 grid gap-3">
      <Field label={texts.label} hint={texts.hint} optional>
        <Select
          value=""
          onChange={(chosen) => onChange([...marks, markOf(chosen, parameters)])}
          placeholder={marks.length > 0 ? texts.another : texts.none}
          options={[
            ...left.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
            { value: byName, label: texts.byName },
          ]}
        />
      </Field>
      {marks.length > 0 && (
        <ul className="grid gap-2">
          {marks.map(({ code, name, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a name is typed, and no two marks change places
            <li key={index} className="flex items-end gap-2">
              {code === null && (
                <Field
                  label={texts.name}
                  error={refusals > 0 && isUnnamed({ code, name }) ? texts.nameMissing : undefined}
                  className="min-w-0 grow"
                >
                  <Input
                    value={name}
                    maxLength={100}
                    autoComplete="off"
                    onChange={({ target }) => change(index, { name: target.value })}
                  />
                </Field>
              )}
              <Field label={valueLabel(code, name, parameters)} className="min-w-0 grow">
                <Input
                  value={value}
                  maxLength={50}
                  autoComplete="off"
                  onChange={({ target }) => change(index, { value: target.value })}
                />
              </Field>
              <Button
                icon={X}
                variant="ghost"
                size="icon"
                aria-label={texts.remove(name || texts.thisOne)}
                onClick={() => onChange(marks.filter((_, n) => n !== index))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function markOf(chosen: string, parameters: readonly ReportParameter[]): Mark {
  const parameter = parameters.find(({ code }) => code === chosen)
  return { code: parameter?.code ?? null, name: parameter?.name ?? '', value: '' }
}

function valueLabel(code: string | null, name: string, parameters: readonly ReportParameter[]): string {
  if (code === null) return texts.namedValue
  return texts.value(name, parameters.find((one) => one.code === code)?.unit ?? null)
}

/** @returns whether somebody chose to name the result, and has not: nobody could be called about it */
export function isUnnamed({ code, name }: Pick<Mark, 'code' | 'name'>): boolean {
  return code === null && name.trim() === ''
}

/** @param marks none of them unnamed @returns as in the request */
export function criticalCodesOf(marks: readonly Mark[]): Pick<ReportInput, 'criticalCodes'> {
  const criticalCodes = marks.map(({ code, name, value }) => ({
    code,
    name: code === null ? name.trim() : null,
    value: value.trim() || null,
  }))
  return criticalCodes.length > 0 ? { criticalCodes } : {}
}
