import type { ReportParameter } from '@jaanch/contracts/http/report-form'
import { X } from 'lucide-react'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Select } from '@/ui/select'
import { critical as texts } from './report-texts'

/** Code and value of each parameter that was marked */
export type Marks = Readonly<Record<string, string>>

type CriticalMarksProps = {
  parameters: readonly ReportParameter[]
  marks: Marks
  onChange: (marks: Marks) => void
}

/** Of a PDF, which nobody reads by machine: the parameters about which somebody has to be called at once. */
export function CriticalMarks({ parameters, marks, onChange }: CriticalMarksProps) {
  const marked = parameters.filter(({ code }) => code in marks)
  const left = parameters.filter(({ code }) => !(code in marks))
  return (
    <div className="mt-4 grid gap-3">
      {left.length > 0 && (
        <Field label={texts.label} hint={texts.hint} optional>
          <Select
            value=""
            onChange={(code) => onChange({ ...marks, [code]: '' })}
            placeholder={marked.length > 0 ? texts.another : texts.none}
            options={left.map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))}
          />
        </Field>
      )}
      {marked.length > 0 && (
        <ul className="grid gap-2">
          {marked.map(({ code, name, unit }) => (
            <li key={code} className="flex items-end gap-2">
              <Field label={texts.value(name, unit)} className="min-w-0 grow">
                <Input
                  value={marks[code] ?? ''}
                  maxLength={50}
                  autoComplete="off"
                  onChange={({ target }) => onChange({ ...marks, [code]: target.value })}
                />
              </Field>
              <Button
                variant="ghost"
                size="icon"
                aria-label={texts.remove(name)}
                onClick={() =>
                  onChange(Object.fromEntries(Object.entries(marks).filter(([one]) => one !== code)))
                }
              >
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** @returns as in the request */
export function codesOf(marks: Marks) {
  const codes = Object.entries(marks).map(([code, value]) => ({ code, value: value.trim() || null }))
  return codes.length > 0 ? { criticalCodes: codes } : {}
}
