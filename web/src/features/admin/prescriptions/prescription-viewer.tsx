import type { PrescriptionView } from '@jaanch/contracts/http/prescriptions'
import { ExternalLink, FileText, FileX2 } from 'lucide-react'
import { useState } from 'react'
import { FileLink } from '@/components/file-link'
import { cn } from '@/lib/class-names'
import { instantText } from '@/lib/format/dates'
import { useFile } from '@/lib/use-file'
import { buttonVariants } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Skeleton } from '@/ui/skeleton'
import { viewer as texts } from './texts'

type PrescriptionViewerProps = { prescription: PrescriptionView; onClose: () => void }

export function PrescriptionViewer({ prescription, onClose }: PrescriptionViewerProps) {
  return (
    <Dialog
      onClose={onClose}
      title={texts.title(prescription.customerName)}
      description={`${prescription.originalFileName}, ${instantText(prescription.createdAt)}`}
      className="sm:max-w-3xl"
      footer={
        !isPdf(prescription) && (
          <FileLink
            href={prescription.fileUrl}
            name={prescription.originalFileName}
            className={buttonVariants({ variant: 'outline' })}
          >
            <ExternalLink aria-hidden />
            {texts.newTab}
          </FileLink>
        )
      }
    >
      <PrescriptionFile prescription={prescription} className="h-[60dvh]" />
    </Dialog>
  )
}

type PrescriptionFileProps = { prescription: PrescriptionView; className: string }

export function PrescriptionFile({ prescription, className }: PrescriptionFileProps) {
  const { fileUrl, originalFileName, customerName } = prescription
  const [isBroken, setBroken] = useState(false)
  const { url, failed } = useFile(fileUrl)
  const title = `${texts.title(customerName)}: ${originalFileName}`
  if (failed || isBroken) {
    return (
      <p className="grid place-items-center gap-3 rounded-lg bg-sunken py-12 text-center text-ink-soft">
        <FileX2 className="size-6" aria-hidden />
        {texts.broken}
      </p>
    )
  }
  if (isPdf(prescription)) {
    return (
      <>
        {/* Phone browsers cannot show a PDF in a frame */}
        <FileLink
          href={fileUrl}
          name={originalFileName}
          className={cn(buttonVariants({ variant: 'soft' }), 'mb-3 w-full')}
        >
          <FileText aria-hidden />
          {texts.openPdf}
        </FileLink>
        <iframe
          src={url}
          title={title}
          className={`w-full rounded-lg bg-sunken max-md:hidden ${className}`}
        />
      </>
    )
  }
  if (!url) return <Skeleton className={`w-full ${className}`} />
  return (
    <img
      src={url}
      alt={title}
      className={`w-full rounded-lg bg-sunken object-contain ${className}`}
      onError={() => setBroken(true)}
    />
  )
}

function isPdf({ originalFileName }: PrescriptionView): boolean {
  return /\.pdf$/i.test(originalFileName)
}
