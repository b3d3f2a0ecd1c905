import { page } from '#src/http/page.ts'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import { Dial } from '#src/ui/layout/Dial.tsx'
import { type Company, Layout, Logo } from '#src/ui/layout/Layout.tsx'
import styles from '#src/ui/styles/public.css?inline'

export const title = 'Trade accounts'
export { styles }
export const prerender = 'everybody'

/** The browser fetches the form ahead of the click, because most visitors open it next. */
export const GET = () =>
  page(Landing, {}, { headers: { 'Speculation-Rules': '"/speculation-rules.json"' } })

export default function Landing({ company }: { company: Company }) {
  return (
    <Layout company={company} bare footer={<a href="/verify">Verify a document</a>}>
      <div className="centre">
        <Dial reading={62}>
          <Logo company={company} size="large" />
        </Dial>
        <h1>Trade accounts at {company.name}</h1>
        <p className="lead">
          Five short sections and a signature: about 10 minutes. You can stop at any point and carry
          on later, on this device or another.
        </p>
        <p>Have at hand: your company number, VAT and EORI numbers, and a contact for invoices.</p>
        <div className="weights">
          <ButtonLink variant="primary" href="/client-form">
            Supplier/Client Registration Form
          </ButtonLink>
          <ButtonLink variant="outlined" href="/client-login">
            Client Portal Login
          </ButtonLink>
          <ButtonLink variant="ghost" href="/admin">
            Admin Access
          </ButtonLink>
        </div>
      </div>
    </Layout>
  )
}
