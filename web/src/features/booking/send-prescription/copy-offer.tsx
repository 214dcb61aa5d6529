import { fileProblems, isNamedHeic } from '@jaanch/contracts/files'
import { ImageDown } from 'lucide-react'
import { useDialogCommand } from '@/components/use-command'
import { bytesText } from '@/lib/format/numbers'
import { Button } from '@/ui/button'
import { smallerCopy } from './smaller-copy'

const texts = {
  offer: (file: string, size: string) => `${file} has ${size}. A smaller copy can be read as well.`,
  make: 'Use a smaller copy',
  failed: 'No smaller copy could be made',
  convertOffer: (file: string) =>
    `${file} is in Apple’s HEIC format. It can be converted if this browser can show it.`,
  convert: 'Convert to JPG',
  notConverted: 'This browser can’t convert the photo',
}

type CopyOfferProps = { photo: File; onCopy: (copy: File) => void }

/** For a photo that is too large, or in the format of iPhones if this browser can show it: a copy is made in the browser. */
export function CopyOffer({ photo, onCopy }: CopyOfferProps) {
  const isHeic = isNamedHeic(photo)
  const { run, busy } = useDialogCommand({
    async send() {
      const copy = await smallerCopy(photo)
      if (!copy) throw new Error('The smallest copy is too large')
      return copy
    },
    done: onCopy,
    failed: isHeic ? texts.notConverted : texts.failed,
    fallback: isHeic ? fileProblems.heic : undefined,
    isRepeatable: false,
  })
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-xl bg-accent-soft px-4 py-3 text-accent-ink"
    >
      <p className="min-w-0 grow basis-52">
        {isHeic ? texts.convertOffer(photo.name) : texts.offer(photo.name, bytesText(photo.size))}
      </p>
      <Button
        icon={ImageDown}
        variant="outline"
        className="max-sm:grow"
        loading={busy}
        onClick={() => void run()}
      >
        {isHeic ? texts.convert : texts.make}
      </Button>
    </div>
  )
}
