/** What goes into the page of a customer; the id is an example. */
export const SnippetBlock = () => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled sideways must be reachable by keyboard
  <section className="snippet" tabIndex={0} aria-label="The script tag">
    <pre>
      <code>
        {'<'}
        <b>script</b> async
        {'\n  '}src=<i>"https://your-host/widget.js"</i>
        {'\n  '}data-id=<i>"agt_Xy3…"</i>
        {'\n  '}data-region=<i>"na"</i>
        {'\n  '}data-render=<i>"bottom-right"</i>
        {'></'}
        <b>script</b>
        {'>'}
      </code>
    </pre>
  </section>
);
