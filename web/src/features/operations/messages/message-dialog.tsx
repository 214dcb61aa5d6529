import type { MessageRowView, OpenedMessageView } from '@jaanch/operations/api/messages'
import { useState } from 'react'
import { useDialogCommand } from '@/components/use-command'
import { call } from '@/lib/http/call'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import {
  channelNames,
  hiddenTexts,
  kindText,
  message as messageTexts,
  openMessageTexts as texts,
} from './texts'

export function MessageDialog({ row, onClose }: { row: MessageRowView; onClose: () => void }) {
  const [opened, setOpened] = useState<OpenedMessageView | null>(null)
  const { kind, channel, to } = row
  const isSecret = row.position === null

  const { run, busy } = useDialogCommand({
    send: () => openMessage(row.id),
    done: setOpened,
    failed: texts.failed,
  })

  return (
    <Dialog
      onClose={onClose}
      title={kindText(kind)}
      description={messageTexts.description(channelNames[channel], to)}
      className="sm:max-w-3xl"
    >
      {opened ? (
        <Opened opened={opened} />
      ) : isSecret ? (
        <p>{hiddenTexts.secret}</p>
      ) : (
        <div className="grid justify-items-start gap-4">
          <p>{texts.note}</p>
          <Button loading={busy} onClick={() => void run()}>
            {texts.label}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function Opened({ opened: { content, hidden } }: { opened: OpenedMessageView }) {
  if (!content) return <p>{hiddenTexts[hidden ?? 'not-sent']}</p>
  const { subject, text, html, source } = content
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-ink-soft text-xs">
        {source === 'stored' ? messageTexts.sources.stored : messageTexts.sources.madeAgain}
      </p>
      {subject && <p className="font-semibold [overflow-wrap:anywhere]">{subject}</p>}
      <div className={html ? 'grid grid-cols-1 gap-4 sm:grid-cols-2' : ''}>
        {html && (
          // no scripts, no forms, no navigation, and the page's policy: nothing is loaded from elsewhere
          <iframe
            title={messageTexts.html}
            sandbox=""
            srcDoc={html}
            className="h-[32rem] w-full rounded-lg border bg-white"
          />
        )}
        <pre className="whitespace-pre-wrap rounded-lg bg-sunken p-4 text-sm [overflow-wrap:anywhere]">
          {text}
        </pre>
      </div>
    </div>
  )
}

/** A message as it was sent. Each call is in the audit trail. */
function openMessage(id: string) {
  return call('POST', '/api/operations/messages/:id/open', { params: { id } })
}
