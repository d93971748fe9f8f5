/** What a page tells its widget, and asks of it. Every call here is one of the loader's. */
export const pageSample = `<script>
  // Above the script tag: what is known of the visitor.
  // Whoever has an email becomes a lead.
  window.AgentChat = {
    variables: { name: 'Ann', email: 'ann@example.com' },
  };
</script>

<!-- Once the page has loaded, at any time: -->
<button onclick="AgentChat.open()">Ask us</button>
<button onclick="AgentChat.close()">Close the chat</button>
<script>
  function onPlan(plan) { AgentChat.setVariables({ plan }); }
</script>`;
