import type { MessageView } from '@jaanch/booking/messages/api'
import {
  type MessageAudience,
  messageAudiences,
  messageTemplates,
  messageTextMax,
  templatesOf,
} from '@jaanch/booking/messages/rules'
import type { Role } from '@jaanch/contracts/vocabulary'
import { SendHorizontal } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useCommand } from '@/components/use-command'
import { cn } from '@/lib/class-names'
import { instantText } from '@/lib/format/dates'
import { serverText } from '@/lib/http/api-error'
import { useUser } from '@/lib/session/session-context'
import { announce } from '@/ui/announcer'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/input'
import { Segmented } from '@/ui/segmented'
import { Skeleton } from '@/ui/skeleton'
import { type NewMessage, readMessages, sendMessage, useMessages } from './calls'

const texts = {
  list: 'Messages on this booking',
  none: {
    customer: 'Write to the lab, or to Jaanch. You are told when there is an answer.',
    'lab-partner': 'Write to the customer. They read it in Jaanch and are told by e-mail.',
    admin: 'Write to the customer, for Jaanch or so that the lab reads it too.',
  } satisfies Record<Role, string>,
  notLoaded: 'The messages could not be loaded.',
  reload: 'Load again',
  audience: {
    label: 'To',
    options: {
      customer: { lab: 'The lab', platform: 'Jaanch' },
      staff: { lab: 'Customer and lab', platform: 'Customer' },
    },
  },
  templates: 'Send at once',
  text: 'Message',
  send: 'Send',
  failed: 'Failed to send the message',
  sent: 'Message sent',
}

type MessagePanelProps = { bookingId: string; hasLab: boolean }

/** The messages on a booking, with sentences that are sent with one press, and a field for another. */
export function MessagePanel({ bookingId, hasLab }: MessagePanelProps) {
  const { role } = useUser()
  const { data, error, loading, mutate } = useMessages(bookingId)
  const hasUnread = data?.some(({ isUnread }) => isUnread) ?? false
  useEffect(() => {
    if (hasUnread) void readMessages(bookingId)
  }, [hasUnread, bookingId])

  const list = useRef<HTMLUListElement>(null)
  // the newest is at the end
  useEffect(() => {
    if (data) list.current?.scrollTo(0, list.current.scrollHeight)
  }, [data])

  if (loading) return <Skeleton className="h-40 w-full rounded-xl" />
  if (!data) {
    return (
      <div role="alert" className="grid justify-items-start gap-3 rounded-xl bg-sunken p-4">
        <p>{serverText(error) ?? texts.notLoaded}</p>
        <Button variant="outline" size="sm" onClick={() => void mutate()}>
          {texts.reload}
        </Button>
      </div>
    )
  }
  return (
    <div className="grid gap-3 pb-2">
      {data.length === 0 && <p className="text-ink-soft text-sm">{texts.none[role]}</p>}
      {data.length > 0 && (
        <ul
          ref={list}
          aria-label={texts.list}
          aria-live="polite"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
          tabIndex={0}
          className="grid max-h-80 gap-2 overflow-y-auto"
        >
          {data.map((message) => (
            <li
              key={message.id}
              className={cn(
                'w-fit max-w-[85%] rounded-xl px-3.5 py-2',
                message.by === role ? 'justify-self-end bg-brand-soft' : 'bg-sunken',
              )}
            >
              <p className="text-ink-soft text-xs tabular-nums">
                {fromTo(message, role)}, {instantText(message.createdAt)}
              </p>
              <p className="whitespace-pre-line text-ink text-sm [overflow-wrap:anywhere]">{message.text}</p>
            </li>
          ))}
        </ul>
      )}
      <MessageForm bookingId={bookingId} hasLab={hasLab} last={data.at(-1)?.audience} />
    </div>
  )
}

const names: Record<Role, string> = { customer: 'Customer', 'lab-partner': 'The lab', admin: 'Jaanch' }
const partners: Record<MessageAudience, string> = { lab: 'the lab', platform: 'Jaanch' }

/** @param reader the reader's role @returns 'You to the lab', 'Jaanch to the customer' */
function fromTo({ by, audience }: Pick<MessageView, 'by' | 'audience'>, reader: Role): string {
  const from = by === reader && reader === 'customer' ? 'You' : by === reader ? 'Your side' : names[by]
  const to = by === 'customer' ? partners[audience] : reader === 'customer' ? 'you' : 'the customer'
  return `${from} to ${to}`
}

type MessageFormProps = MessagePanelProps & {
  /** With whom the last message was exchanged */
  last: MessageAudience | undefined
}

function MessageForm({ bookingId, hasLab, last }: MessageFormProps) {
  const { role } = useUser()
  const [chosen, setChosen] = useState<MessageAudience>()
  const [text, setText] = useState('')
  const both = role !== 'lab-partner' && hasLab
  const first =
    role === 'lab-partner' ? 'lab' : (last ?? (hasLab && role === 'customer' ? 'lab' : 'platform'))
  const audience = both ? (chosen ?? first) : role === 'lab-partner' ? 'lab' : 'platform'
  const { run, busy } = useCommand({
    failed: texts.failed,
    send: (message: NewMessage) => sendMessage(bookingId, message),
    done(_, sent) {
      if (sent.text) setText('')
      announce(texts.sent)
    },
  })
  const options = texts.audience.options[role === 'customer' ? 'customer' : 'staff']

  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() !== '' && !busy) void run({ audience, text: text.trim() })
  }

  return (
    <form className="grid gap-3" onSubmit={submit}>
      {both && (
        <Segmented
          label={texts.audience.label}
          value={audience}
          onChange={setChosen}
          options={messageAudiences.map((value) => ({ value, label: options[value] }))}
          className="sm:justify-self-start"
        />
      )}
      <ul aria-label={texts.templates} className="flex flex-wrap gap-2">
        {templatesOf[role].map((template) => (
          <li key={template}>
            <Button
              variant="outline"
              size="sm"
              className="h-auto min-h-11 whitespace-normal text-left"
              disabled={busy}
              onClick={() => void run({ audience, template })}
            >
              {messageTemplates[template]}
            </Button>
          </li>
        ))}
      </ul>
      <Field label={texts.text}>
        <Textarea
          rows={2}
          maxLength={messageTextMax}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Button
        icon={SendHorizontal}
        type="submit"
        size="sm"
        className="min-h-11 justify-self-end max-sm:w-full"
        loading={busy}
        disabled={text.trim() === ''}
      >
        {texts.send}
      </Button>
    </form>
  )
}
