import { type FormEvent, useState } from 'react'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { SearchInput } from '@/ui/search-input'

type LookupFormProps = {
  /** What is looked up; give it as the key, too */
  of: string
  label: string
  hint: string
  submitLabel: string
  onSubmit: (of: string) => void
}

/** Asks for the id of something that is then shown below. */
export function LookupForm({ of, label, hint, submitLabel, onSubmit }: LookupFormProps) {
  const [text, setText] = useState(of)

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit(text.trim())
  }

  return (
    <search>
      <form onSubmit={submit} className="flex flex-wrap items-start gap-3">
        <Field label={label} hint={hint} className="min-w-0 max-w-xl grow basis-64">
          <SearchInput
            value={text}
            maxLength={60}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        <Button type="submit" className="mt-7.5 max-sm:mt-0 max-sm:w-full">
          {submitLabel}
        </Button>
      </form>
    </search>
  )
}
