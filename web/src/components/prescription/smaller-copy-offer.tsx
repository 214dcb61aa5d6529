import { ImageDown } from 'lucide-react'
import { useDialogCommand } from '@/components/use-command'
import { bytesText } from '@/lib/format/numbers'
import { Button } from '@/ui/button'
import { smallerCopy } from './smaller-copy'
import { smaller as texts } from './texts'

type SmallerCopyOfferProps = { photo: File; onCopy: (copy: File) => void }

/** For a photo that is too large: a smaller copy is made in the browser. */
export function SmallerCopyOffer({ photo, onCopy }: SmallerCopyOfferProps) {
  const { run, busy } = useDialogCommand({
    async send() {
      const copy = await smallerCopy(photo)
      if (!copy) throw new Error('The smallest copy is too large')
      return copy
    },
    done: onCopy,
    failed: texts.failed,
  })
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-xl bg-accent-soft px-4 py-3 text-accent-ink"
    >
      <p className="min-w-0 grow basis-52">{texts.offer(photo.name, bytesText(photo.size))}</p>
      <Button variant="outline" className="max-sm:grow" loading={busy} onClick={() => void run()}>
        <ImageDown aria-hidden />
        {texts.make}
      </Button>
    </div>
  )
}
