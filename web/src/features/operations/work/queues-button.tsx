import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { toastFailure } from '@/components/toast-failure'
import { openQueues } from '@/lib/resources/operations/work'
import { Button } from '@/ui/button'

/** Opens BullMQ's dashboard in a tab. */
export function QueuesButton() {
  const [isOpening, setIsOpening] = useState(false)

  async function open() {
    setIsOpening(true)
    // at once: a browser blocks a tab that opens later than the click
    const tab = window.open('about:blank', '_blank')
    try {
      const url = await openQueues()
      if (!tab) return window.location.assign(url)
      tab.opener = null
      tab.location.href = url
    } catch (error) {
      tab?.close()
      toastFailure('The queues cannot be opened', error)
    } finally {
      setIsOpening(false)
    }
  }

  return (
    <Button variant="outline" size="sm" loading={isOpening} onClick={() => void open()}>
      Queues
      <ExternalLink aria-hidden />
      <span className="sr-only">(BullMQ, opens in a new tab)</span>
    </Button>
  )
}
