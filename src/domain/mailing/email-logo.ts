import type { Deps } from '#src/deps.ts'
import { uploadedLogo } from '#src/domain/company/logo.ts'
import { logoCid } from '#src/mail/content/layout.tsx'
import type { EmailContext } from '#src/mail/email.ts'
import type { EmailAttachment } from '#src/mail/mailer.ts'

/** The box that the logo has to fit, in CSS pixels. */
const box = { width: 200, height: 56 }

type EmailLogo = { logo: EmailContext['logo']; pictures: EmailAttachment[] }

/** The uploaded logo as it goes inside an email, so that nothing is loaded from elsewhere. */
export function emailLogo(deps: Pick<Deps, 'db'>): EmailLogo {
  const image = uploadedLogo(deps)?.image
  if (!image) return { logo: null, pictures: [] }
  // the header of a PNG
  const [width, height] = [image.readUInt32BE(16), image.readUInt32BE(20)]
  const scale = Math.min(box.width / width, box.height / height, 1)
  const logo = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
  return {
    logo,
    pictures: [{ name: 'logo.png', mimeType: 'image/png', bytes: image, cid: logoCid }],
  }
}
