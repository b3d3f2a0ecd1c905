import { mailtoLink } from '#src/forms/email-address.ts'
import { page } from '#src/http/page.ts'
import { type Company, HomeLink, Layout, PageHead } from '#src/ui/layout/Layout.tsx'
import styles from '#src/ui/styles/verify.css?inline'

export const title = 'Accessibility'
export { styles }
export const prerender = 'everybody'

export const GET = () => page(Accessibility, {})

export default function Accessibility({ company }: { company: Company }) {
  return (
    <Layout company={company} width="form" nav={<HomeLink />}>
      <PageHead title={title}>
        Everybody should be able to apply for an account and use it. The aim is level AA of the Web
        Content Accessibility Guidelines (WCAG) 2.2. This page says how that was tested, and what
        falls short.
      </PageHead>
      <div className="explanation">
        <section>
          <h2>What was tested</h2>
          <ul>
            <li>
              Every kind of page, with axe, in light colours on a wide screen and in dark colours at
              320 pixels: labels, contrast, headings, the size of buttons and links.
            </li>
            <li>Enlarged to 400 %: nothing is cut off, and nothing has to be scrolled sideways.</li>
            <li>
              With forced colours, such as those of Windows: fields and buttons keep their edges.
            </li>
            <li>
              With the keyboard alone: applying and signing, setting a password, signing in,
              changing details.
            </li>
            <li>In Chromium, Firefox and WebKit, the engines of today’s browsers.</li>
            <li>With the Nu HTML checker, Siteimprove Alfa and IBM Equal Access.</li>
          </ul>
        </section>
        <section>
          <h2>What falls short</h2>
          <ul>
            <li>
              It has not been tested by people with disabilities yet, nor with a screen reader.
            </li>
            <li>
              The pad for signatures needs a mouse, a pen or a finger. You can type your name
              instead; it counts the same.
            </li>
            <li>
              PDF documents are tagged, with headings and tables, but not checked against the
              standard for accessible PDFs (PDF/UA).
            </li>
            <li>
              Applying and the client portal work without JavaScript. In the back office, for our
              own staff, decisions need it.
            </li>
            <li>The tests ran on sample data, not on the logo and texts of {company.name}.</li>
          </ul>
        </section>
        <section>
          <h2>If something does not work for you</h2>
          <p>
            Write to <a href={mailtoLink(company.salesEmail)}>{company.salesEmail}</a>. Say which
            page it was and what you use. You can also ask there for a document in another form, or
            to apply in another way.
          </p>
          <p>
            Written on 24 November 2026. This site runs on free software:{' '}
            <a href="/licences.txt">its licences</a>.
          </p>
        </section>
      </div>
    </Layout>
  )
}
