-- Plays a person in Neovim: opens a rules file, makes a mistake, hovers, completes, renames; prints what came as JSON.
local server, file, out = vim.env.RULEWRIGHT_SERVER, vim.env.RULEWRIGHT_FILE, vim.env.RULEWRIGHT_OUT
local found = {}

vim.cmd("edit " .. vim.fn.fnameescape(file))
local buffer = vim.api.nvim_get_current_buf()
local root = vim.fn.fnamemodify(file, ":h:h:h")
local client = vim.lsp.start_client({ name = "rulewright", cmd = { server, "lsp" }, root_dir = root })
vim.lsp.buf_attach_client(buffer, client)

local function until_true(what, holds)
  if not vim.wait(60000, holds, 20) then error("waited in vain for " .. what) end
end
local function params(marked)
  local before, after = marked:match("^(.-)%^(.*)$")
  for number, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    local at = line:find(before .. after, 1, true)
    if at then
      vim.api.nvim_win_set_cursor(0, { number, at + #before - 1 })
      return vim.lsp.util.make_position_params(0, "utf-16")
    end
  end
  error("there is no " .. marked)
end
local function ask(method, given)
  local answers = assert(vim.lsp.buf_request_sync(buffer, method, given, 60000))
  local answer = answers[client]
  if answer.error then return { refused = answer.error.message } end
  return answer.result
end
local function write(from, to)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    local at, last = line:find(from, 1, true)
    if at then
      local made = line:sub(1, at - 1) .. to .. line:sub(last + 1)
      vim.api.nvim_buf_set_lines(buffer, number - 1, number, false, { made })
      return
    end
  end
  error("there is no " .. from)
end

local ok, problem = pcall(function()
  until_true("the server", function() return vim.lsp.buf_get_clients(buffer)[client] ~= nil end)
  write("{column}", "{colum}")
  until_true("a diagnostic", function() return #vim.diagnostic.get(buffer) == 1 end)
  found.wrong = vim.diagnostic.get(buffer)[1].message
  write("{colum}", "{column}")
  until_true("no diagnostic", function() return #vim.diagnostic.get(buffer) == 0 end)
  found.hover = ask("textDocument/hover", params("where is_^open(it)")).contents.value
  local completion = ask("textDocument/completion", params("cell.^disc = you"))
  found.completion = vim.tbl_map(function(item) return item.label end, completion.items)
  local rename = params("where is_^open(it)")
  rename.newName = "has_room"
  vim.lsp.util.apply_workspace_edit(ask("textDocument/rename", rename), "utf-16")
  found.renamed = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n")
  rename = params("where has_^room(it)")
  rename.newName = "two words"
  found.refused = ask("textDocument/rename", rename).refused
end)
if not ok then found.problem = problem end
vim.fn.writefile({ vim.json.encode(found) }, out)
vim.lsp.stop_client(client)
vim.cmd("qall!")
