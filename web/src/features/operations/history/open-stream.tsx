import { type FormEvent, useState } from 'react'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { SearchInput } from '@/ui/search-input'

type OpenStreamProps = { of: string; onOpen: (of: string) => void }

export function OpenStream({ of, onOpen }: OpenStreamProps) {
  const [text, setText] = useState(of)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim()) onOpen(text.trim())
  }

  return (
    <form onSubmit={submit} className="flex flex-wrap items-start gap-3">
      <Field
        label="Booking, prescription or lab"
        hint="An id, or its first 8 characters"
        className="min-w-0 max-w-xl grow basis-64"
      >
        <SearchInput
          value={text}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <Button type="submit" className="mt-7.5 max-sm:mt-0 max-sm:w-full">
        Open
      </Button>
    </form>
  )
}
