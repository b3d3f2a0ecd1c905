import type { Deps } from '#src/deps.ts'
import { logoForDocuments } from '#src/domain/company/logo.ts'
import { logoCid } from '#src/mail/content/layout.tsx'
import type { EmailContext } from '#src/mail/email.ts'
import type { EmailAttachment } from '#src/mail/mailer.ts'
import { svgText } from '#src/security/svg.ts'

/** The box that the logo has to fit, in CSS pixels. */
const box = { width: 200, height: 56 }

export type EmailLogo = { logo: EmailContext['logo']; pictures: EmailAttachment[] }

export const noLogo: EmailLogo = { logo: null, pictures: [] }

/** The logo as it goes inside an email, so that nothing is loaded from elsewhere. */
export async function emailLogo(deps: Deps): Promise<EmailLogo> {
  const image = await logoAsPng(deps)
  if (!image) return noLogo
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

/** Email programs show no SVG. An email goes without its logo rather than not at all. */
async function logoAsPng(deps: Deps): Promise<Buffer | null> {
  const logo = logoForDocuments(deps)
  if (logo === null) return null
  const bytes = Buffer.from(logo, 'base64')
  const svg = svgText(bytes)
  if (svg === null) return bytes
  try {
    return Buffer.from(await deps.pdf.logo(svg))
  } catch (err) {
    deps.log.warn({ err }, 'the logo could not be drawn for an email')
    return null
  }
}
