import { type FormEvent, useState } from 'react'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'

type OpenStreamProps = { of: string; onOpen: (of: string) => void }

export function OpenStream({ of, onOpen }: OpenStreamProps) {
  const [text, setText] = useState(of)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim()) onOpen(text.trim())
  }

  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <Field
        label="Booking, prescription or lab"
        hint="The first 8 characters of a booking, or booking-…, prescription-… or lab-… with the whole id"
        className="min-w-0 grow basis-64"
      >
        <Input
          type="search"
          value={text}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <Button type="submit" className="w-full sm:mb-5.5 sm:w-auto">
        Open
      </Button>
    </form>
  )
}
