import { ExternalLink } from 'lucide-react'
import { useCommand } from '@/components/use-command'
import { openQueues } from '@/lib/resources/operations/work'
import { Button } from '@/ui/button'
import { queues as texts } from './texts'

/** Opens BullMQ's dashboard in a tab. */
export function QueuesButton() {
  const { run, busy } = useCommand({
    async send() {
      // at once: a browser blocks a tab that opens later than the click
      const tab = window.open('about:blank', '_blank')
      const url = await openQueues().catch((error) => {
        tab?.close()
        throw error
      })
      if (!tab) return window.location.assign(url)
      tab.opener = null
      tab.location.href = url
    },
    failed: texts.failed,
  })
  return (
    <Button variant="outline" size="sm" loading={busy} onClick={() => void run()}>
      {texts.label}
      <ExternalLink aria-hidden />
      <span className="sr-only">{texts.hint}</span>
    </Button>
  )
}
